import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Binary } from '../../protocol/model/content.js'
import type { PromptMessage } from '../../protocol/model/prompt.js'
import type { GetPromptResult } from '../../protocol/model/results.js'
import type { InputRequired } from '../../protocol/results/input-required.js'
import { formatIssues } from '../../schema/format-issues.js'
import type { Context } from '../requests/context.js'
import { reportInternal } from '../requests/report-internal.js'
import { type HandlerRequest, runHandler } from '../requests/run-handler.js'
import type { Messages } from './prompt.js'
import type { PromptEntry } from './prompt-entry.js'

/**
 * Gets a prompt.
 *
 * spec: server/prompts#getting-a-prompt
 *
 * @throws RpcError -32602 naming the argument that is missing or wrong, what the prompt threw, or -32603 naming only an id.
 */
export async function getPrompt(
  prompt: PromptEntry,
  params: RpcParams,
  call: HandlerRequest,
): Promise<GetPromptResult<Binary> | InputRequired> {
  const get = prompt.definition.get as (args: unknown, ctx: Context) => Messages | Promise<Messages> // typed by its own schema
  try {
    return await runHandler(prompt, call, async (scope) => {
      const args = await checkArguments(prompt, params['arguments'] ?? {})
      return toMessages(await get(args, scope), prompt.definition.description)
    })
  } catch (reason) {
    if (RpcError.is(reason)) throw reason
    throw RpcError.internal(
      reportInternal(prompt.services, reason, { what: `prompt ${prompt.name}`, signal: call.exchange.signal }),
    )
  }
}

async function checkArguments(prompt: PromptEntry, given: unknown): Promise<unknown> {
  const checked = prompt.input === undefined ? { value: given } : await prompt.input.check(given)
  if (checked.issues === undefined) return checked.value
  throw RpcError.invalidParams(`Invalid arguments for ${prompt.name}: ${formatIssues(checked.issues)}`)
}

function toMessages(value: Messages, description: string | undefined): GetPromptResult<Binary> {
  const described = description === undefined ? {} : { description }
  if (typeof value === 'string') return { ...described, messages: [toMessage({ role: 'user', content: value })] }
  if ('messages' in value) return { ...described, ...value, messages: value.messages.map(toMessage) }
  return { ...described, messages: value.map(toMessage) }
}

function toMessage({ role, content }: PromptMessage): GetPromptResult<Binary>['messages'][number] {
  return { role, content: typeof content === 'string' ? { type: 'text', text: content } : content }
}
