import type { Decision } from './decision.js'

/**
 * Puts a decision among others, the oldest of which is the first: in the place of one about the same. What is over by then goes,
 * and of more than `maxCount` the oldest go.
 */
export function putDecision(decisions: Map<string, Decision>, decision: Decision, maxCount: number): void {
  const key = keyOf(decision)
  for (const [other, { until }] of decisions) if (until !== undefined && until <= decision.at) decisions.delete(other)
  decisions.delete(key)
  decisions.set(key, decision)
  for (const [oldest] of decisions) {
    if (decisions.size <= maxCount) return
    decisions.delete(oldest)
  }
}

/** What two decisions about the same share. */
function keyOf({ type, server, binding }: Decision): string {
  return JSON.stringify([type, server, binding])
}
