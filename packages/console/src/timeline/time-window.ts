import type { Span } from '../api/contract.js'
import type { TimeRange } from '../state/ui-state.js'

/** The lanes show at most this much, the end of it. */
const maxWindowMs = 300_000
const minWindowMs = 2_000

/** The time that the lanes show: all of it, if it is short, else its end. */
export function windowOf(spans: readonly Span[]): TimeRange {
  let [first, last] = [Number.POSITIVE_INFINITY, 0]
  for (const { start, end } of spans) {
    first = Math.min(first, start)
    last = Math.max(last, end ?? start)
  }
  if (last === 0) return { from: 0, to: minWindowMs }
  const from = Math.max(first, last - maxWindowMs)
  const to = Math.max(last, from + minWindowMs)
  const margin = (to - from) * 0.02
  return { from: from - margin, to: to + margin }
}
