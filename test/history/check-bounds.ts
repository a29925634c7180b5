import type { HistoryEvent } from './history-event.js'
import type { Violation } from './violation.js'

/** What was measured is within its bound. */
export function checkBounds(events: readonly HistoryEvent[]): readonly Violation[] {
  return events.flatMap((event) => {
    if (event.kind !== 'sample' || event.value <= event.cap) return []
    const text = `${event.what} of ${event.where} is at most ${event.cap}, and was ${event.value}`
    return [{ promise: 'bounded', text, events: [event] }]
  })
}
