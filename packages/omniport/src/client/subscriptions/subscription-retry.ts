import { backoffMs } from '../../async/waiting/backoff.js'
import { pause } from '../../async/waiting/pause.js'
import { hasCode } from '../../values/errors/has-code.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ClientServices } from '../client-services.js'
import { RequestLost } from '../requests/request-lost.js'

/** Makes a lost subscription again, with growing delays while it does not last. */
export class SubscriptionRetry {
  readonly #services: ClientServices
  readonly #signal: AbortSignal
  #attempt = 0
  #sinceMs: number

  /** Aborting `signal` gives up. */
  constructor(services: ClientServices, signal: AbortSignal) {
    this.#services = services
    this.#signal = signal
    this.#sinceMs = services.runtime.now()
  }

  /**
   * Tries until it works, the signal aborts or the connection ends. Failures are reported.
   *
   * Rejects with an error that is no OmniportError, since the server refused, and with `unauthorized`, since the user may
   * have declined.
   */
  async run(attempt: () => Promise<void>): Promise<void> {
    const { runtime, report } = this.#services
    if (runtime.now() - this.#sinceMs >= stableMs) this.#attempt = 0
    for (;;) {
      await pause(runtime, backoffMs(this.#attempt, runtime), this.#signal)
      if (this.#signal.aborted) return
      this.#attempt += 1
      try {
        await attempt()
        this.#sinceMs = runtime.now()
        return
      } catch (reason) {
        if (!OmniportError.is(reason) || reason.code === 'unauthorized') throw reason
        if (hasCode(reason, 'closed') && !(reason instanceof RequestLost)) return
        report(reason)
      }
    }
  }
}

/** The delays start over for a subscription that lasted this long. */
const stableMs = 10_000
