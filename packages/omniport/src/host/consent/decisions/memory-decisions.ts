import type { Decision, DecisionStore } from './decision.js'

/** Keeps decisions in memory: at most `maxCount`, then the oldest are dropped. */
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

/** Replaces an earlier decision about the same; drops expired ones, and the oldest beyond `maxCount`. */
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

function keyOf({ type, server, binding }: Decision): string {
  return JSON.stringify([type, server, binding])
}

/** Limit of decisions per store; beyond it the oldest are dropped and decided anew. */
export const maxDecisions = 10_000
