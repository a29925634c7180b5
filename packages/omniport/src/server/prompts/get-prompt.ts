import { attempt } from '../../async/maybe-promise.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { checkItems, checkMessage } from '../../protocol/content/check-content.js'
import type { GetPromptParams } from '../../protocol/methods/method-params.js'
import type { Binary } from '../../protocol/model/content.js'
import type { PromptMessage } from '../../protocol/model/prompt.js'
import type { GetPromptResult } from '../../protocol/model/results.js'
import type { InputRequired } from '../../protocol/results/input-required.js'
import { formatIssues } from '../../schema/format-issues.js'
import { isObject } from '../../values/json/is-object.js'
import type { DefinitionRegistry } from '../definitions/definition-registry.js'
import { toUnknownError } from '../definitions/to-unknown-error.js'
import type { Context } from '../requests/context.js'
import { throwReported } from '../requests/report-internal.js'
import { type Handler, type HandlerRequest, runHandler } from '../requests/run-handler.js'
import { throwMarked } from '../requests/thrown-by-handler.js'
import type { AnyPrompt } from './prompt.js'
import type { PromptEntry } from './prompt-entry.js'

/**
 * Gets a prompt. spec: server/prompts#getting-a-prompt
 * @throws RpcError -32602 naming the prompt that is unknown or the argument that is missing or wrong, what the prompt threw,
 * or -32603 with its text or an id.
 */
export async function getPrompt(
  prompts: DefinitionRegistry<AnyPrompt, PromptEntry>,
  call: PromptRequest,
): Promise<GetPromptResult<Binary> | InputRequired> {
  const { name } = call.params
  const { principal } = call.exchange
  const prompt = prompts.get(name)
  if (prompt?.isVisible(principal)) return runHandler(prompt, call, promptHandler)
  throw toUnknownError('prompt', name, { entries: prompts.entries(), principal })
}

type PromptRequest = HandlerRequest<GetPromptParams>

const promptHandler: Handler<PromptEntry, PromptRequest, GetPromptResult<Binary>> = {
  async run(prompt, call, scope) {
    const { definition } = prompt
    const get = definition.get as (args: unknown, ctx: Context) => unknown // typed by its own schema
    const args = await checkArguments(prompt, call.params.arguments ?? {})
    return toMessages(await attempt(() => get(args, scope), throwMarked), prompt)
  },
  fail(reason, { name, services }, { exchange }) {
    return throwReported(services, reason, { what: `prompt ${name}`, exchange })
  },
}

async function checkArguments(prompt: PromptEntry, given: unknown): Promise<unknown> {
  const checked = prompt.input === undefined ? { value: given } : await prompt.input.check(given)
  if (checked.issues === undefined) return checked.value
  throw RpcError.invalidParams(`Invalid arguments for ${prompt.name}: ${formatIssues(checked.issues)}`)
}

/** @throws TypeError naming the prompt, the message and its member. */
function toMessages(value: unknown, { name, definition }: PromptEntry): GetPromptResult<Binary> {
  const { description } = definition
  const described = description === undefined ? {} : { description }
  const given = isObject(value) ? value : { messages: typeof value === 'string' ? [userMessage(value)] : value }
  const { messages } = given
  const result = { ...described, ...given, messages: Array.isArray(messages) ? messages.map(toMessage) : messages }
  const problem = checkPrompt(result)
  if (problem !== undefined) throw new TypeError(`prompt "${name}": ${problem}`)
  return result as object as GetPromptResult<Binary> // the line above checked it
}

function userMessage(content: string): PromptMessage {
  return { role: 'user', content }
}

function toMessage(message: unknown): unknown {
  if (!isObject(message)) return message
  const { role, content } = message
  return { role, content: typeof content === 'string' ? { type: 'text', text: content } : content }
}

function checkPrompt({ description, messages }: Readonly<Record<string, unknown>>): string | undefined {
  if (description !== undefined && typeof description !== 'string') return 'description must be a string'
  return checkItems(messages, 'messages', (message) => checkMessage(message))
}
