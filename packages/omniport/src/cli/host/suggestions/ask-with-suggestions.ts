import type { CompletionRef } from '../../../entries/client.js'
import type { Completion, PromptArgument } from '../../../entries/protocol.js'
import type { Choice } from '../screen/prompts.js'
import { truncateText } from '../screen/truncate-text.js'
import type { SessionContext } from '../session/session-context.js'

export interface SuggestionRequest {
  readonly server: string
  readonly ref: CompletionRef
  readonly argument: PromptArgument
  /** The values of earlier arguments. */
  readonly others: Readonly<Record<string, string>>
}

/**
 * Asks for an argument: a suggestion of the server, or any text, which may lead to more suggestions. Undefined: the
 * user left. Empty: no value, for an optional argument only.
 */
export async function askWithSuggestions(
  context: SessionContext,
  wanted: SuggestionRequest,
): Promise<string | undefined> {
  const { screen } = context
  const { argument } = wanted
  const message = messageOf(argument)
  const first = await suggestionsFor(context, wanted, '')
  if (first.values.length > 0) {
    const chosen = await choose(context, message, [
      { value: typing, label: 'Type something else …' },
      ...first.values.map(toChoice),
    ])
    if (chosen !== typing) return chosen
  }
  const check = (text: string) => (argument.required === true && text === '' ? 'must have a value' : undefined)
  const typed = await screen.text({ message, check })
  if (typed === undefined || typed === '' || first.values.includes(typed)) return typed
  const more = await suggestionsFor(context, wanted, typed)
  if (more.values.length === 0 || more.values.includes(typed)) return typed
  const chosen = await choose(context, message, [
    { value: typing, label: `${typed} (as typed)` },
    ...more.values.map(toChoice),
  ])
  return chosen === typing ? typed : chosen
}

function choose(
  { screen }: SessionContext,
  message: string,
  options: readonly Choice<string | typeof typing>[],
): Promise<string | typeof typing | undefined> {
  return screen.select({ message, options })
}

function toChoice(value: string): Choice<string> {
  return { value, label: value }
}

function messageOf({ name, title, description, required }: PromptArgument): string {
  const label = title === undefined || title === name ? name : `${title} (${name})`
  const more = description === undefined ? '' : `\n${truncateText(description, 1_000)}`
  return `${label}${required === true ? '' : ' (optional)'}${more}`
}

/** Empty on errors: suggestions are optional. */
async function suggestionsFor(
  { host, screen }: SessionContext,
  wanted: SuggestionRequest,
  value: string,
): Promise<Completion> {
  const { server, ref, argument, others } = wanted
  const completion = await screen.withProgress('Asking for suggestions', async ({ signal }) => {
    try {
      const client = await host.client(server)
      return await client.complete(ref, { name: argument.name, value }, { signal, arguments: others })
    } catch {
      return noSuggestions
    }
  })
  return completion ?? noSuggestions
}

const noSuggestions: Completion = { values: [] }

const typing = Symbol('typing')
