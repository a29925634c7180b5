import type { Limits } from '../../protocol/limits.js'
import type { Runtime } from '../../protocol/runtime.js'
import type { ByteSink } from './http-request.js'
import { formatSseEvent, type SseEvent, sseComment } from './sse-event.js'
import { StallWatch } from './stall-watch.js'

/** What a stream is made from. */
export interface EventStreamOptions {
  readonly sink: ByteSink
  readonly limits: Limits
  readonly runtime: Runtime
  /** Called once when the stream is cut because its reader takes nothing. */
  readonly onCut?: (() => void) | undefined
  /** Called once when all of it was taken, or the connection is gone. */
  readonly onOver?: (() => void) | undefined
}

/**
 * An open SSE reply: comments keep it alive while it is silent; a reader that lets more than `outboxBytes` wait, or takes
 * nothing for `stallMs`, is cut. Whoever opened it ends it.
 */
export class EventStream {
  readonly #options: EventStreamOptions
  readonly #watch: StallWatch
  #stopComment: (() => void) | undefined
  #ended = false
  #over = false
  #drained: (() => void)[] = []

  constructor(options: EventStreamOptions) {
    const { sink, runtime, limits } = options
    this.#options = options
    this.#watch = new StallWatch({ sink, runtime, stallMs: limits.stallMs, onStall: () => this.#cut() })
    sink.onDrain(() => this.#onDrain())
    this.#keepAlive()
  }

  get ended(): boolean {
    return this.#ended
  }

  /** Bytes that wait for the reader. */
  get waiting(): number {
    return this.#options.sink.waiting
  }

  write(event: SseEvent): void {
    this.#write(formatSseEvent(event))
    this.#keepAlive()
  }

  /** Resolves when everything written was taken, or the stream is over. */
  drained(): Promise<void> {
    if (this.#ended || this.waiting === 0) return Promise.resolve()
    return new Promise((resolve) => this.#drained.push(resolve))
  }

  /** Ends the reply after what was written. */
  end(): void {
    if (this.#ended) return
    this.#stop()
    this.#options.sink.end()
    if (this.waiting > 0) this.#watch.start()
    else this.#finish()
  }

  /** Closes the connection, or takes note that it is gone. */
  abort(): void {
    if (this.#over) return
    this.#stop()
    this.#options.sink.destroy()
    this.#finish()
  }

  #write(text: string): void {
    if (this.#ended) return
    const { sink, limits } = this.#options
    sink.write(text)
    if (sink.waiting > limits.outboxBytes) this.#cut()
    else if (sink.waiting > 0) this.#watch.start()
  }

  #cut(): void {
    if (this.#over) return
    this.abort()
    this.#options.onCut?.()
  }

  #onDrain(): void {
    this.#watch.stop()
    this.#release()
    if (this.#ended) this.#finish()
  }

  #release(): void {
    const waiting = this.#drained
    this.#drained = []
    for (const resolve of waiting) resolve()
  }

  #keepAlive(): void {
    const { runtime, limits } = this.#options
    this.#stopComment?.()
    if (this.#ended) return
    this.#stopComment = runtime.after(limits.commentMs, () => {
      this.#write(sseComment)
      this.#keepAlive()
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
