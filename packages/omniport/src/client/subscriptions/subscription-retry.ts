import { Backoff } from '../../async/waiting/backoff.js'
import { pause } from '../../async/waiting/pause.js'
import { retryWithBackoff } from '../../async/waiting/retry-with-backoff.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ClientServices } from '../client-services.js'
import { retryAfterOf } from '../http/http-status-error.js'
import { RequestLost } from '../requests/request-lost.js'

/** Restores what was lost, with growing delays while it does not last. */
export class SubscriptionRetry {
  readonly #services: ClientServices
  readonly #signal: AbortSignal
  readonly #backoff: Backoff

  /** Aborting `signal` gives up. */
  constructor(services: ClientServices, signal: AbortSignal) {
    this.#services = services
    this.#signal = signal
    this.#backoff = new Backoff(services.runtime)
  }

  /**
   * Tries until it works, the signal aborts or the connection is over; failures are reported.
   *
   * Rejects with what is not an OmniportError: the server answered, so that the next answer would be the same; and with
   * `unauthorized`, since a person may have declined.
   */
  async run(attempt: () => Promise<void>): Promise<void> {
    const { runtime, report } = this.#services
    this.#backoff.onLost()
    const delayMs = (_failures: number, reason: unknown) => Math.max(this.#backoff.nextMs(), retryAfterOf(reason))
    await pause(runtime, this.#backoff.nextMs(), this.#signal)
    if (this.#signal.aborted) return
    try {
      await retryWithBackoff(attempt, { runtime, signal: this.#signal, delayMs, isRetryable, onFailure: report })
      this.#backoff.onRestored()
    } catch (reason) {
      if (!this.#signal.aborted && !isClosed(reason)) throw reason
    }
  }
}

function isRetryable(reason: unknown): boolean {
  return OmniportError.is(reason) && reason.code !== 'unauthorized' && !isClosed(reason)
}

function isClosed(reason: unknown): boolean {
  return OmniportError.is(reason) && reason.code === 'closed' && !(reason instanceof RequestLost)
}
