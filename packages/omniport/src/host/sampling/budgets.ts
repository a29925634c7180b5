import type { Clock } from '../../async/runtime/clock.js'
import { Budget } from './budget.js'
import type { SampleBudget } from './sample.js'

/** The budgets of a host's servers by name; a removed server keeps its budget for its return. */
export class Budgets {
  readonly #clock: Pick<Clock, 'now'>
  readonly #sample: SampleBudget | undefined
  readonly #budgets = new Map<string, Budget>()

  constructor(clock: Pick<Clock, 'now'>, sample: SampleBudget | undefined) {
    this.#clock = clock
    this.#sample = sample
  }

  of(server: string): Budget {
    const budget = this.#budgets.get(server) ?? new Budget(this.#clock, this.#sample)
    this.#budgets.delete(server)
    this.#budgets.set(server, budget)
    const [oldest] = this.#budgets.keys()
    if (this.#budgets.size > maxBudgets && oldest !== undefined) this.#budgets.delete(oldest)
    return budget
  }
}

/** Limit of budgets, removed servers included; beyond it the least recently used is dropped. */
const maxBudgets = 2_000
