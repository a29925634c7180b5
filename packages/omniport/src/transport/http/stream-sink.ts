import type { ByteSink } from './http-request.js'

const encoder = new TextEncoder()

/** The body of a web-standard response, written piece by piece. */
export class StreamSink implements ByteSink {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  #onDrain: () => void = () => {}

  /** `onCancel` is called when the reader gives up. */
  constructor(onCancel: () => void) {
    this.readable = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        pull: () => this.#onDrain(),
        cancel: () => {
          this.#controller = undefined
          onCancel()
        },
      },
      { highWaterMark: 1, size: (chunk) => chunk.byteLength },
    )
  }

  get waiting(): number {
    const room = this.#controller?.desiredSize ?? 1
    return Math.max(0, 1 - room)
  }

  write(chunk: string | Uint8Array): void {
    this.#controller?.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : Uint8Array.from(chunk))
  }

  onDrain(fn: () => void): void {
    this.#onDrain = fn
  }

  end(): void {
    this.#controller?.close()
    this.#controller = undefined
  }

  destroy(): void {
    this.#controller?.error(new DOMException('The stream was closed', 'AbortError'))
    this.#controller = undefined
  }
}
