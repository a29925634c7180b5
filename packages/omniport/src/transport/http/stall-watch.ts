import type { Runtime } from '../../protocol/runtime.js'
import type { ByteSink } from './http-request.js'

/** What a stall watch is made from. */
export interface StallWatchOptions {
  readonly sink: ByteSink
  readonly runtime: Runtime
  readonly stallMs: number
  /** Called once when the reader has taken nothing for so long. */
  readonly onStall: () => void
}

/** Notices a reader that takes nothing though something waits for it. One that is merely slow is left alone. */
export class StallWatch {
  readonly #options: StallWatchOptions
  #stop: (() => void) | undefined

  constructor(options: StallWatchOptions) {
    this.#options = options
  }

  /** Something waits for the reader. */
  start(): void {
    this.#stop ??= this.#arm()
  }

  /** Nothing waits any more. */
  stop(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  #arm(): () => void {
    const { sink, runtime, stallMs, onStall } = this.#options
    const before = sink.taken
    return runtime.after(stallMs, () => {
      this.#stop = undefined
      if (sink.taken === before) onStall()
      else this.start()
    })
  }
}
