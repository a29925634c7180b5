import { LinkedAbortController } from '../../../async/abort/linked-abort-controller.js'
import type { Clock } from '../../../async/runtime/clock.js'
import { Deadline } from '../../../async/waiting/deadline.js'
import type { RpcNotification } from '../../../jsonrpc/messages/messages.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { ConnectionRequestOptions } from '../../connect/revision-connection.js'

/**
 * The time limits of a request that takes several round trips. They count from its start to its result, but not while the user
 * is asked; `timeoutMs` starts again when the user has answered, and with progress.
 */
export class RoundTripTimeouts {
  /** The options of the next requests: their limits are these. Its signal aborts with OmniportError `timeout`. */
  readonly options: ConnectionRequestOptions
  readonly #clock: Clock
  readonly #timeoutMs: number | undefined
  readonly #linked: LinkedAbortController
  readonly #max: Deadline | undefined
  #stopIdle: (() => void) | undefined

  /** `elapsedMs` is the time that the first request took. The caller must call `end`. */
  constructor(options: ConnectionRequestOptions, elapsedMs: number, clock: Clock) {
    const { signal, timeoutMs, maxTimeoutMs, wantsProgress, onNotification } = options
    this.#clock = clock
    this.#timeoutMs = timeoutMs
    this.#linked = new LinkedAbortController(signal)
    if (maxTimeoutMs !== undefined) {
      this.#max = new Deadline(clock, Math.max(0, maxTimeoutMs - elapsedMs), () => this.#expire(maxTimeoutMs))
    }
    const wasRestarted = wantsProgress === true || elapsedMs >= (timeoutMs ?? 0)
    this.#startIdle(wasRestarted ? 0 : elapsedMs)
    this.options = {
      ...options,
      signal: this.#linked.signal,
      timeoutMs: undefined,
      maxTimeoutMs: undefined,
      onNotification: (notification: RpcNotification) => {
        if (notification.method === 'notifications/progress') this.#startIdle(0)
        onNotification?.(notification)
      },
    }
  }

  /** Runs work that waits for the user. Settles as it does. */
  async whileAsking<T>(work: () => Promise<T>): Promise<T> {
    this.#stopIdle?.()
    const resume = this.#max?.pause()
    try {
      return await work()
    } finally {
      resume?.()
      this.#startIdle(0)
    }
  }

  end(): void {
    this.#stopIdle?.()
    this.#max?.stop()
    this.#linked.unlink()
  }

  #startIdle(elapsedMs: number): void {
    const ms = this.#timeoutMs
    if (ms === undefined) return
    this.#stopIdle?.()
    this.#stopIdle = this.#clock.after(ms - elapsedMs, () => this.#expire(ms))
  }

  #expire(ms: number): void {
    this.#linked.abort(new OmniportError('timeout', `No answer within ${ms} ms`))
  }
}
