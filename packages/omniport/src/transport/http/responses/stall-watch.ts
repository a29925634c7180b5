import type { Runtime } from '../../../async/runtime/runtime.js'
import type { ByteSink } from '../requests/http-request.js'

/** What a stall watch is made from. */
export interface StallWatchOptions {
  readonly sink: ByteSink
  readonly runtime: Runtime
  readonly stallMs: number
  /** Called once when the reader has taken nothing for so long. */
  readonly onStall: () => void
}

/**
 * Notices a reader that takes nothing though something waits for it. One that is merely slow is left alone. Its timer runs on
 * while nothing waits: starting one for everything that is written would cost more than the writing.
 */
export class StallWatch {
  readonly #options: StallWatchOptions
  #stopTimer: (() => void) | undefined
  /** Since when something waits, and what was taken by then. */
  #since: number | undefined
  #before = 0

  constructor(options: StallWatchOptions) {
    this.#options = options
  }

  /** Something waits for the reader. */
  start(): void {
    if (this.#since !== undefined) return
    const { sink, runtime, stallMs } = this.#options
    this.#since = runtime.now()
    this.#before = sink.taken
    if (this.#stopTimer === undefined) this.#wait(stallMs)
  }

  /** Nothing waits at the moment. */
  pause(): void {
    this.#since = undefined
  }

  /** Nothing will wait any more. */
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
