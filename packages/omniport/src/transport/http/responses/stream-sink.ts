import type { ByteSink } from '../requests/http-request.js'

const encoder = new TextEncoder()

/** Writes the body of a web-standard response. A chunk leaves the queue when the reader asks for it. */
export class StreamSink implements ByteSink {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly #onAbandon: () => void
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  #queue: Uint8Array<ArrayBuffer>[] = []
  #waiting = 0
  #taken = 0
  #isPulled = false
  #ended = false
  #onDrain: () => void = () => {}

  /** `onAbandon` is called when the reader cancels or the stream is destroyed. */
  constructor(onAbandon: () => void) {
    this.#onAbandon = onAbandon
    this.readable = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        pull: () => this.#onPull(),
        cancel: () => this.#abandon(),
      },
      { highWaterMark: 0 },
    )
  }

  get waiting(): number {
    return this.#waiting
  }

  get taken(): number {
    return this.#taken
  }

  write(chunk: string | Uint8Array): void {
    if (this.#controller === undefined || this.#ended) return
    const bytes = typeof chunk === 'string' ? encoder.encode(chunk) : new Uint8Array(chunk)
    if (this.#isPulled) {
      this.#enqueue(bytes)
    } else {
      this.#queue.push(bytes)
      this.#waiting += bytes.length
    }
  }

  onDrain(fn: () => void): void {
    this.#onDrain = fn
  }

  end(): void {
    this.#ended = true
    if (this.#queue.length === 0) this.#close()
  }

  destroy(): void {
    this.#controller?.error(new DOMException('The stream was closed', 'AbortError'))
    this.#abandon()
  }

  #onPull(): void {
    const bytes = this.#queue.shift()
    if (bytes === undefined) {
      this.#isPulled = true
      return
    }
    this.#waiting -= bytes.length
    this.#enqueue(bytes)
    if (this.#queue.length > 0) return
    if (this.#ended) this.#close()
    this.#onDrain()
  }

  #enqueue(bytes: Uint8Array<ArrayBuffer>): void {
    this.#isPulled = false
    this.#taken += bytes.length
    this.#controller?.enqueue(bytes)
  }

  #close(): void {
    this.#controller?.close()
    this.#controller = undefined
  }

  #abandon(): void {
    this.#controller = undefined
    this.#queue = []
    this.#waiting = 0
    this.#onAbandon()
  }
}
