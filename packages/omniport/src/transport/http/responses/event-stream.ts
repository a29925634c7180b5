import type { Runtime } from '../../../async/runtime/runtime.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import type { ByteSink } from '../requests/http-request.js'
import { formatSseEvent, type SseEvent, sseComment } from './sse-event.js'
import { StallWatch } from './stall-watch.js'

export interface EventStreamOptions {
  readonly sink: ByteSink
  readonly limits: Limits
  readonly runtime: Runtime
  /** Called once when the stream is cut because its reader stalls. */
  readonly onCut?: (() => void) | undefined
  /** Called once when the reader has taken all of it, or the connection is gone. */
  readonly onOver?: (() => void) | undefined
}

/**
 * An open SSE reply. Comments keep it alive while nothing is written. A reader that takes nothing for `stallMs` is cut, and so is
 * one for whom more than `outboxBytes` wait when there is more to write: a single event may be larger. The code that opens it
 * ends it.
 */
export class EventStream {
  readonly #options: EventStreamOptions
  readonly #watch: StallWatch
  #stopComment: (() => void) | undefined
  #writtenAt = 0
  #ended = false
  #over = false
  #drained: (() => void)[] | undefined

  constructor(options: EventStreamOptions) {
    const { sink, runtime, limits } = options
    this.#options = options
    this.#watch = new StallWatch({ sink, runtime, stallMs: limits.stallMs, onStall: () => this.#cut() })
    sink.onDrain(() => this.#onDrain())
    this.#writtenAt = runtime.now()
    this.#keepAlive(limits.commentMs)
  }

  get ended(): boolean {
    return this.#ended
  }

  get waiting(): number {
    return this.#options.sink.waiting
  }

  write(event: SseEvent): void {
    this.#write(formatSseEvent(event))
  }

  /** Resolves when everything written was taken, or the stream is over. */
  drained(): Promise<void> {
    if (this.#ended || this.waiting === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#drained ??= []
      this.#drained.push(resolve)
    })
  }

  end(): void {
    if (this.#ended) return
    this.#stop()
    this.#options.sink.end()
    if (this.waiting > 0) this.#watch.start()
    else this.#finish()
  }

  /** Closes the connection, or releases everything if it is gone. */
  abort(): void {
    if (this.#over) return
    this.#stop()
    this.#options.sink.destroy()
    this.#finish()
  }

  #write(text: string): void {
    if (this.#ended) return
    const { sink, limits, runtime } = this.#options
    this.#writtenAt = runtime.now()
    if (sink.waiting > limits.outboxBytes) {
      this.#cut()
      return
    }
    sink.write(text)
    if (sink.waiting > 0) this.#watch.start()
  }

  #cut(): void {
    if (this.#over) return
    this.abort()
    this.#options.onCut?.()
  }

  #onDrain(): void {
    this.#watch.pause()
    this.#release()
    if (this.#ended) this.#finish()
  }

  #release(): void {
    const waiting = this.#drained
    if (waiting === undefined) return
    this.#drained = undefined
    for (const resolve of waiting) resolve()
  }

  /** Writing does not restart the timer. When it fires, it looks at the time of the last write. */
  #keepAlive(ms: number): void {
    const { runtime, limits } = this.#options
    this.#stopComment = runtime.after(ms, () => {
      const leftMs = this.#writtenAt + limits.commentMs - runtime.now()
      if (leftMs <= 0) this.#write(sseComment)
      if (!this.#ended) this.#keepAlive(leftMs <= 0 ? limits.commentMs : Math.min(leftMs, limits.commentMs))
    })
  }

  #stop(): void {
    this.#ended = true
    this.#stopComment?.()
    this.#release()
  }

  #finish(): void {
    if (this.#over) return
    this.#over = true
    this.#watch.stop()
    this.#options.onOver?.()
  }
}
