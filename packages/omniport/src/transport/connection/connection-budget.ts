import type { InFlightRequest } from '../../jsonrpc/serving/in-flight-request.js'
import { ServerFull } from '../../protocol/errors/server-full.js'
import { isPriorityMethod } from '../../protocol/exchange/has-priority.js'
import type { Session } from '../../protocol/exchange/session.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { anonymousShare, inFlightShare, type MemoryBudgets } from '../../protocol/limits/memory-budgets.js'
import { jsonBytes } from '../../values/memory/json-bytes.js'

/** Counts what one connection takes of the budgets of its server. */
export class ConnectionBudget {
  readonly #budgets: MemoryBudgets
  readonly #limits: Limits
  /** The bytes of the value that was received last, and whether it is a batch, whose requests are measured one by one. */
  #bytes = 0
  #isBatch = false

  constructor(budgets: MemoryBudgets, limits: Limits) {
    this.#budgets = budgets
    this.#limits = limits
  }

  /** Notes what `value` takes, for the calls of `admit` for the requests in it: all come before the next value. */
  expect(value: unknown, bytes: number): void {
    this.#bytes = bytes
    this.#isBatch = Array.isArray(value)
  }

  /** Counts a request until it ends. @throws ServerFull */
  readonly admit = (inFlight: InFlightRequest): void => {
    if (this.#bytes === 0) return
    const bytes = this.#isBatch ? jsonBytes(inFlight.request) : this.#bytes
    const { inFlight: budget } = this.#budgets
    const most = inFlightShare(this.#limits, bytes, isPriorityMethod(inFlight.request.method))
    if (!budget.tryChange(0, bytes, most)) throw new ServerFull('inFlightBytes', this.#limits.inFlightBytes)
    inFlight.countedIn(budget, bytes)
  }

  /** Counts what is kept of an anonymous client until its session ends. @throws ServerFull */
  admitAnonymous(session: Session): void {
    const { anonymous } = this.#budgets
    const bytes = jsonBytes(session.client)
    if (!anonymous.tryChange(0, bytes, anonymousShare(this.#limits, false))) {
      throw new ServerFull('anonymousBytes', this.#limits.anonymousBytes)
    }
    session.onEnd(() => anonymous.remove(bytes))
  }
}
