import type { Decision } from './decision.js'

/**
 * Puts a decision among others, the oldest of which is the first: in the place of one about the same. What is over by then goes,
 * and of more than `most` the oldest go.
 */
export function keepDecision(kept: Map<string, Decision>, decision: Decision, most: number): void {
  const key = keyOf(decision)
  for (const [other, { until }] of kept) if (until !== undefined && until <= decision.at) kept.delete(other)
  kept.delete(key)
  kept.set(key, decision)
  for (const [oldest] of kept) {
    if (kept.size <= most) return
    kept.delete(oldest)
  }
}

/** What two decisions about the same share. */
function keyOf({ type, server, binding }: Decision): string {
  return JSON.stringify([type, server, binding])
}
