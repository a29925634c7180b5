import { backoffMs } from '../../async/waiting/backoff.js'
import { pause } from '../../async/waiting/pause.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ClientServices } from '../client-services.js'
import { RequestLost } from '../requests/request-lost.js'

/** Does again what was lost, with growing delays while it does not last. */
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
   * Tries until it works, the signal aborts or the connection is over; what goes wrong is reported.
   *
   * Rejects with what is no OmniportError: the server answered, so trying again is of no use; and with `unauthorized`, since
   * a person may have declined.
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
        if (reason.code === 'closed' && !(reason instanceof RequestLost)) return
        report(reason)
      }
    }
  }
}

/** What lasted this long is done again without having to wait for the delays there were before. */
const stableMs = 10_000
