import { describeEvent } from './describe-event.js'
import type { HistoryEvent } from './history-event.js'

/** The promises that a history is judged by. */
export type Promised = 'one-answer' | 'no-crossing' | 'exact-resume' | 'bounded' | 'all-ends'

/** A promise that a history breaks. */
export interface Violation {
  readonly promise: Promised
  /** What was promised, and what happened instead. */
  readonly text: string
  /** The events that show it, in their order. */
  readonly events: readonly HistoryEvent[]
}

/** As text, with its events indented below. */
export function describeViolation({ promise, text, events }: Violation): string {
  return [`[${promise}] ${text}`, ...events.map((event) => `    ${describeEvent(event)}`)].join('\n')
}
