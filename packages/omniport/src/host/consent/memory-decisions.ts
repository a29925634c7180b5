import type { Decision, DecisionStore } from './decision.js'
import { putDecision } from './keep-decision.js'

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
