import type { Decision, DecisionStore } from './decision.js'
import { keepDecision } from './keep-decision.js'

/** Decisions that end with the program: `most` of them, then the oldest go. */
export class MemoryDecisions implements DecisionStore {
  readonly #kept = new Map<string, Decision>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  async list(): Promise<readonly Decision[]> {
    return [...this.#kept.values()]
  }

  async put(decision: Decision): Promise<void> {
    keepDecision(this.#kept, decision, this.#most)
  }

  async delete(id: string): Promise<void> {
    for (const [key, decision] of this.#kept) if (decision.id === id) this.#kept.delete(key)
  }
}
