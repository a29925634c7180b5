import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { CompleteResult } from '../../protocol/model/results.js'
import { truncate } from '../../values/text/truncate.js'
import type { DefinitionRegistry } from '../definitions/definition-registry.js'
import type { AnyPrompt } from '../prompts/prompt.js'
import type { PromptEntry } from '../prompts/prompt-entry.js'
import { reportInternal } from '../requests/report-internal.js'
import { RequestScope } from '../requests/request-scope.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { TemplateEntry } from '../resources/resource-entry.js'
import type { ResourceIndex } from '../resources/resource-index.js'
import type { Complete } from './complete.js'
import { rankCompletions } from './rank-completions.js'

/** Where completion looks names up. */
export interface CompletionSources {
  readonly prompts: DefinitionRegistry<AnyPrompt, PromptEntry>
  readonly index: ResourceIndex
}

/** The most suggestions one answer holds. spec: server/utilities/completion#completion-results */
const maxValues = 100

/** What `completion/complete` asks. */
interface CompletionParams {
  readonly ref: { readonly type: string; readonly name?: string; readonly uri?: string }
  readonly argument: { readonly name: string; readonly value: string }
  readonly context?: { readonly arguments?: Readonly<Record<string, string>> }
}

/**
 * Suggests values for an argument of a prompt or a variable of a template.
 *
 * spec: server/utilities/completion
 *
 * @throws RpcError -32602 for a reference or an argument that there is not, or -32603 naming only an id.
 */
export async function completeArgument(
  sources: CompletionSources,
  params: RpcParams,
  call: HandlerRequest,
): Promise<CompleteResult> {
  const { ref, argument, context } = params as unknown as CompletionParams // the method's check saw to that
  const entry = findEntry(sources, ref, call)
  if (!hasArgument(entry, argument.name)) {
    throw RpcError.invalidParams(`${entry.name} has no argument "${truncate(argument.name, 64)}"`)
  }
  const given = new Map(Object.entries(context?.arguments ?? {}))
  const values = await suggest(entry, argument, { call, given })
  return {
    completion: { values: values.slice(0, maxValues), total: values.length, hasMore: values.length > maxValues },
  }
}

/** The context of a completion. */
class CompletionScope extends RequestScope {
  readonly arguments: Readonly<Record<string, string>>

  constructor(given: ReadonlyMap<string, string>, ...scopeArguments: ConstructorParameters<typeof RequestScope>) {
    super(...scopeArguments)
    this.arguments = Object.fromEntries(given)
  }
}

function findEntry(
  { prompts, index }: CompletionSources,
  ref: CompletionParams['ref'],
  { exchange }: HandlerRequest,
): PromptEntry | TemplateEntry {
  const isPrompt = ref.type === 'ref/prompt'
  const name = (isPrompt ? ref.name : ref.uri) ?? ''
  const entry = isPrompt ? prompts.get(name) : index.template(name)
  if (entry?.isVisible(exchange.principal)) return entry
  throw RpcError.invalidParams(`Unknown ${isPrompt ? 'prompt' : 'resource template'}: ${truncate(name)}`)
}

function hasArgument(entry: PromptEntry | TemplateEntry, name: string): boolean {
  if (entry.kind === 'prompts') return (entry as PromptEntry).choices.has(name)
  return (entry as TemplateEntry).template.variables.some((variable) => variable.name === name)
}

/** What the schema of an argument offers, where the author says nothing else. */
function choicesOf(entry: PromptEntry | TemplateEntry, name: string): readonly string[] {
  return entry.kind === 'prompts' ? ((entry as PromptEntry).choices.get(name) ?? []) : []
}

async function suggest(
  entry: PromptEntry | TemplateEntry,
  { name, value }: CompletionParams['argument'],
  { call, given }: { readonly call: HandlerRequest; readonly given: ReadonlyMap<string, string> },
): Promise<readonly string[]> {
  const { services, definition } = entry
  const completers = new Map(Object.entries(definition.complete ?? {}))
  const completer = (completers.get(name) as Complete | undefined) ?? choicesOf(entry, name)
  if (typeof completer !== 'function') return rankCompletions(completer, value)
  try {
    const app = await services.context?.(call.exchange)
    const scope = new CompletionScope(given, entry, call, app)
    try {
      return await completer(value, scope)
    } finally {
      scope.release()
    }
  } catch (reason) {
    if (RpcError.is(reason)) throw reason
    throw RpcError.internal(
      reportInternal(services, reason, { what: `completion of ${entry.name}`, signal: call.exchange.signal }),
    )
  }
}
