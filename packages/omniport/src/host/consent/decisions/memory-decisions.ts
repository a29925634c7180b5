import type { Decision, DecisionStore } from './decision.js'

/** Decisions that end with the program: `maxCount` of them, then the oldest go. */
export class MemoryDecisions implements DecisionStore {
  readonly #decisions = new Map<string, Decision>()
  readonly #maxCount: number

  constructor(maxCount: number) {
    this.#maxCount = maxCount
  }

  async list(): Promise<readonly Decision[]> {
    return [...this.#decisions.values()]
  }

  async put(decision: Decision): Promise<void> {
    putDecision(this.#decisions, decision, this.#maxCount)
  }

  async delete(id: string): Promise<void> {
    for (const [key, decision] of this.#decisions) if (decision.id === id) this.#decisions.delete(key)
  }
}

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

/** How many decisions are kept in one place; then the oldest go, and are asked about again. */
export const maxDecisions = 10_000
