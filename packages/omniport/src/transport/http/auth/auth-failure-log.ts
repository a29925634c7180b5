import type { Clock } from '../../../async/runtime/clock.js'
import type { Logger } from '../../../async/runtime/logger.js'

/** The pause between two records of transient failures. */
const pauseMs = 10_000

/**
 * Logs failures of `auth`. Any caller can cause transient ones with made-up tokens, so only one in ten seconds is logged; the
 * next record says how many were left out.
 */
export class AuthFailureLog {
  readonly #clock: Clock
  readonly #logger: Logger
  #loggedAt = Number.NEGATIVE_INFINITY
  #omitted = 0

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock
    this.#logger = logger
  }

  add(message: string, error: unknown): void {
    this.#logger.error(message, { error })
  }

  addTransient(message: string, error: unknown): void {
    const now = this.#clock.now()
    if (now - this.#loggedAt < pauseMs) {
      this.#omitted += 1
      return
    }
    this.add(this.#omitted === 0 ? message : `${message}; ${this.#omitted} more failures were not logged`, error)
    this.#loggedAt = now
    this.#omitted = 0
  }
}
