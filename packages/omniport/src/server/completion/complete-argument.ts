import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { CompleteParams, CompletionReference } from '../../protocol/methods/method-params.js'
import type { CompleteResult } from '../../protocol/model/results.js'
import { truncate } from '../../values/text/truncate.js'
import { type DefinitionSources, findCompleted } from '../definitions/find-definition.js'
import { toUnknownError } from '../definitions/to-unknown-error.js'
import type { PromptEntry } from '../prompts/prompt-entry.js'
import { toReportedError } from '../requests/report-internal.js'
import { RequestScope } from '../requests/request-scope.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { TemplateEntry } from '../resources/resource-entry.js'
import type { Complete } from './complete.js'

export type CompletionSources = Pick<DefinitionSources, 'prompts' | 'index'>

/** The most suggestions one answer holds. spec: server/utilities/completion#completion-results */
const maxValues = 100

/**
 * Suggests values for an argument of a prompt or a variable of a template. spec: server/utilities/completion
 * @throws RpcError -32602 for a reference or an argument that there is not, or -32603 naming only an id.
 */
export async function completeArgument(
  sources: CompletionSources,
  call: HandlerRequest<CompleteParams>,
): Promise<CompleteResult> {
  const { ref, argument, context } = call.params
  const entry = findEntry(sources, ref, call)
  if (!hasArgument(entry, argument.name)) {
    throw RpcError.invalidParams(`${entry.name} has no argument "${truncate(argument.name, 64)}"`)
  }
  const given = new Map<string, string>(Object.entries(context?.arguments ?? {}))
  const values = await suggest(entry, argument, { call, given })
  return {
    completion: { values: values.slice(0, maxValues), total: values.length, hasMore: values.length > maxValues },
  }
}

class CompletionScope extends RequestScope {
  readonly arguments: Readonly<Record<string, string>>

  constructor(given: ReadonlyMap<string, string>, ...scopeArguments: ConstructorParameters<typeof RequestScope>) {
    super(...scopeArguments)
    this.arguments = Object.fromEntries(given)
  }
}

function findEntry(
  sources: CompletionSources,
  ref: CompletionReference,
  { exchange }: HandlerRequest,
): PromptEntry | TemplateEntry {
  const entry = findCompleted(sources, ref)
  if (entry?.isVisible(exchange.principal)) return entry
  if (ref.type !== 'ref/prompt') throw RpcError.invalidParams(`Unknown resource template: ${truncate(ref.uri)}`)
  throw toUnknownError('prompt', ref.name, { entries: sources.prompts.entries(), principal: exchange.principal })
}

function hasArgument(entry: PromptEntry | TemplateEntry, name: string): boolean {
  if (entry.kind === 'prompts') return (entry as PromptEntry).choices.has(name)
  return (entry as TemplateEntry).template.variables.some((variable) => variable.name === name)
}

function choicesOf(entry: PromptEntry | TemplateEntry, name: string): readonly string[] {
  return entry.kind === 'prompts' ? ((entry as PromptEntry).choices.get(name) ?? []) : []
}

async function suggest(
  entry: PromptEntry | TemplateEntry,
  { name, value }: CompleteParams['argument'],
  { call, given }: { readonly call: HandlerRequest; readonly given: ReadonlyMap<string, string> },
): Promise<readonly string[]> {
  const { services, definition } = entry
  const completers = new Map(Object.entries(definition.complete ?? {}))
  const completer = (completers.get(name) as Complete | undefined) ?? choicesOf(entry, name)
  if (typeof completer !== 'function') return rankCompletions(completer, value)
  try {
    const app = await services.context?.(call.exchange)
    return await new CompletionScope(given, entry, call, app).use((ctx) => completer(value, ctx))
  } catch (reason) {
    throw toReportedError(services, reason, { what: `completion of ${entry.name}`, exchange: call.exchange })
  }
}

/**
 * Ranks the values of a plain list that match, best first: those that start with the typed text, then those with a word
 * that does, then those that contain it, then those that have its characters in the same order with others between them.
 * Each in the order of the list. Case is ignored. An empty text matches all.
 * spec: server/utilities/completion#implementation-considerations
 */
export function rankCompletions(values: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLowerCase()
  const ranked: string[][] = [[], [], [], []]
  for (const value of values) ranked[rank(value.toLowerCase(), wanted)]?.push(value)
  return ranked.flat()
}

/** Gives 0 to 3 in the order above, or -1 for no match. */
function rank(value: string, wanted: string): number {
  let at = value.indexOf(wanted)
  if (at === -1) return hasInOrder(value, wanted) ? 3 : -1
  if (at === 0) return 0
  for (; at !== -1; at = value.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(value[at - 1] ?? ' ')) return 1
  }
  return 2
}

/** True: `value` has all characters of `wanted` in their order. The first one that is missing ends the search. */
function hasInOrder(value: string, wanted: string): boolean {
  if (wanted.length > value.length) return false
  let at = 0
  for (const character of wanted) {
    const found = value.indexOf(character, at)
    if (found === -1) return false
    at = found + character.length
  }
  return true
}
