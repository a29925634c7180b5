import type { Runtime } from '../../../async/runtime/runtime.js'
import type { ByteSink } from '../requests/http-request.js'

export interface StallWatchOptions {
  readonly sink: Pick<ByteSink, 'taken'>
  readonly runtime: Runtime
  readonly stallMs: number
  /** Called once when the reader has taken nothing for `stallMs`. */
  readonly onStall: () => void
}

/**
 * Detects a reader that takes nothing while data waits for it. A reader that is only slow does not count. The timer is not
 * stopped while nothing waits, because starting one for every write would cost more than the write.
 */
export class StallWatch {
  readonly #options: StallWatchOptions
  #stopTimer: (() => void) | undefined
  /** The time since which data waits, and the bytes that were taken by then. */
  #since: number | undefined
  #before = 0

  constructor(options: StallWatchOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#since !== undefined) return
    const { sink, runtime, stallMs } = this.#options
    this.#since = runtime.now()
    this.#before = sink.taken
    if (this.#stopTimer === undefined) this.#wait(stallMs)
  }

  pause(): void {
    this.#since = undefined
  }

  stop(): void {
    this.#since = undefined
    this.#stopTimer?.()
    this.#stopTimer = undefined
  }

  #wait(ms: number): void {
    this.#stopTimer = this.#options.runtime.after(ms, () => {
      this.#stopTimer = undefined
      this.#check()
    })
  }

  #check(): void {
    if (this.#since === undefined) return
    const { sink, runtime, stallMs, onStall } = this.#options
    const leftMs = this.#since + stallMs - runtime.now()
    if (leftMs > 0) {
      this.#wait(Math.min(leftMs, stallMs))
      return
    }
    this.#since = undefined
    if (sink.taken === this.#before) onStall()
    else this.start()
  }
}
