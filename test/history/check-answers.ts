import { checkOperations } from './check-operations.js'
import { checkResponses } from './check-responses.js'
import type { HistoryEvent } from './history-event.js'
import type { Violation } from './violation.js'

/** One answer or one clear error for each request, on the wire and for who asked. */
export function checkAnswers(events: readonly HistoryEvent[]): readonly Violation[] {
  return [...checkOperations(events), ...checkResponses(events)]
}
