import { checkAnswers } from './check-answers.js'
import { checkBounds } from './check-bounds.js'
import { checkCrossing } from './check-crossing.js'
import { checkEndings } from './check-endings.js'
import { checkResume } from './check-resume.js'
import type { HistoryEvent } from './history-event.js'
import { describeViolation, type Violation } from './violation.js'

/** A history, or anything that has one's events. */
export interface HasEvents {
  readonly events: readonly HistoryEvent[]
}

/**
 * Every promise that the history breaks; none if it keeps them all:
 *
 * - `one-answer`: each request that reached a server has exactly one response (none if it was cancelled before it was
 *   answered, or its connection was cut), each operation ends exactly once, and an error says what is wrong;
 * - `no-crossing`: what carries a tag is only on connections, streams and handlers of that tag's party, and each operation
 *   hears only of itself;
 * - `exact-resume`: the events of a stream arrive once and in order, with no gap unless the reader was told of it; what a
 *   handler told arrives once and in order;
 * - `bounded`: no sample is above its cap;
 * - `all-ends`: what was opened, started or acquired has ended by the end of the history, and nothing of an owner happens
 *   once its close settled.
 */
export function checkHistory({ events }: HasEvents): readonly Violation[] {
  return [
    ...checkAnswers(events),
    ...checkCrossing(events),
    ...checkResume(events),
    ...checkBounds(events),
    ...checkEndings(events),
  ]
}

/** @throws Error that has every violation as text. */
export function assertHistory(history: HasEvents): void {
  const violations = checkHistory(history)
  if (violations.length > 0) throw new Error(violations.map(describeViolation).join('\n'))
}
