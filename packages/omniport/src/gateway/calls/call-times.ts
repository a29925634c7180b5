import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import type { Clock } from '../../async/runtime/clock.js'
import { Deadline } from '../../async/waiting/deadline.js'
import { OmniportError } from '../../values/errors/omniport-error.js'

export interface CallTimesOptions {
  readonly clock: Clock
  /** The signal of the client's request. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly maxTimeoutMs: number
}

/** The time limits of a call whose upstream may ask questions: no time passes while one is open. */
export class CallTimes {
  readonly #options: CallTimesOptions
  readonly #linked: LinkedAbortController
  readonly #longest: Deadline
  #idle: Deadline
  #openCount = 0

  constructor(options: CallTimesOptions) {
    this.#options = options
    this.#linked = new LinkedAbortController(options.signal)
    this.#longest = this.#start(options.maxTimeoutMs)
    this.#idle = this.#start(options.timeoutMs)
  }

  /** Aborts when the client gives up, or the time is over. */
  get signal(): AbortSignal {
    return this.#linked.signal
  }

  /** The call makes progress. */
  extend(): void {
    if (this.#openCount > 0) return
    this.#idle.stop()
    this.#idle = this.#start(this.#options.timeoutMs)
  }

  /** Stops the time until the returned function is called; of several, until all were called. */
  pause(): () => void {
    const releaseLongest = this.#longest.pause()
    const releaseIdle = this.#idle.pause()
    this.#openCount += 1
    return () => {
      this.#openCount -= 1
      releaseLongest()
      releaseIdle()
      this.extend()
    }
  }

  end(): void {
    this.#longest.stop()
    this.#idle.stop()
    this.#linked.unlink()
  }

  #start(ms: number): Deadline {
    const expire = () => this.#linked.abort(new OmniportError('timeout', `No answer within ${ms} ms`))
    return new Deadline(this.#options.clock, ms, expire)
  }
}
