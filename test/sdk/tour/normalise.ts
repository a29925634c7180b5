import type { JsonObject } from '../../interop/json.js'
import type { Step } from './take-tour.js'
import type { TourClient } from './tour-client.js'

/** What a tour left behind, without what differs between two tours of the same server. */
export interface Transcript {
  readonly greeting: unknown
  /** One line for each request. */
  readonly steps: readonly TranscriptStep[]
  /** What the server said on its own: in the order of the text, since requests overtake each other. */
  readonly pushed: readonly string[]
  readonly errors: readonly string[]
}

export interface TranscriptStep {
  readonly name: string
  readonly outcome: unknown
}

/** A pattern, and what stands for the parts that it matches. */
export type Volatile = readonly (readonly [RegExp, string])[]

export function toTranscript(client: TourClient, steps: readonly Step[], volatile: Volatile): Transcript {
  const clean = (value: unknown) => normalise(value, volatile)
  return {
    greeting: clean(client.greeting),
    steps: steps.map(({ name, outcome }) => ({ name, outcome: clean(outcome) })),
    pushed: client.pushed.map((message) => JSON.stringify(clean(withoutIds(message)))).sort(),
    errors: client.errors.map((text) => String(clean(text))).sort(),
  }
}

const everywhere: Volatile = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w{3} \d\d \d{4} [\d:]{8} GMT[+-]\d{4}( \([^)]*\))?/g, '<time>'],
  [/\b\d{1,2}:\d\d:\d\d\s?[AP]M\b/g, '<time>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<uuid>'],
  [/127\.0\.0\.1:\d{4,5}|localhost:\d{4,5}/g, '<address>'],
]

/** Replaces what is volatile in all texts, and sorts the names of objects. */
function normalise(value: unknown, volatile: Volatile): unknown {
  if (typeof value === 'string')
    return [...everywhere, ...volatile].reduce((text, [pattern, name]) => text.replace(pattern, name), value)
  if (Array.isArray(value)) return value.map((item) => normalise(item, volatile))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(entries.sort(byName).map(([name, inner]) => [name, normalise(inner, volatile)]))
}

function byName([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1
}

/** Ids and tokens are counted per connection by whoever sends them. */
function withoutIds({ id, ...message }: JsonObject): JsonObject {
  const params = message['params'] as JsonObject | undefined
  if (params === undefined || !('progressToken' in params)) return message
  return { ...message, params: { ...params, progressToken: '<token>' } }
}
