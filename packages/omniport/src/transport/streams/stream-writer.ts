import { cloneMessage } from '../../jsonrpc/messages/clone-message.js'
import type { RpcMessage } from '../../jsonrpc/messages/messages.js'
import { jsonBytes } from '../../values/memory/json-bytes.js'
import type { MessageSink } from '../connection/message-sink.js'

export interface StreamWriterOptions {
  /** The sink is full while more waits to be written. */
  readonly outboxBytes: number
  /** Called after each write. */
  readonly onProgress: () => void
  /** Called once, when the stream cannot be written to. Nothing is sent after it. */
  readonly onError: (problem: unknown) => void
}

/** Writes copies of messages to a stream, so that its owner may keep or change them. */
export class StreamWriter implements MessageSink {
  readonly #writer: WritableStreamDefaultWriter<unknown>
  readonly #options: StreamWriterOptions
  #waitingBytes = 0
  #isOver = false

  constructor(writable: WritableStream<unknown>, options: StreamWriterOptions) {
    this.#writer = writable.getWriter()
    this.#options = options
    this.#writer.closed.catch((problem) => this.#fail(problem))
  }

  get full(): boolean {
    return this.#waitingBytes > this.#options.outboxBytes
  }

  send(message: RpcMessage | readonly RpcMessage[]): void {
    const copy = cloneMessage(message)
    if (this.#isOver) return
    const bytes = jsonBytes(copy)
    this.#waitingBytes += bytes
    const written = () => {
      this.#waitingBytes -= bytes
      this.#options.onProgress()
    }
    this.#writer.write(copy).then(written, (problem) => this.#fail(problem))
  }

  /** Settles when everything is written and the stream is closed, or has failed. */
  async close(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    await this.#writer.close().catch(() => {})
  }

  /** Drops what waits, and gives the stream back. */
  abort(reason: unknown): void {
    this.#isOver = true
    void this.#writer.abort(reason).catch(() => {})
  }

  #fail(problem: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#options.onError(problem)
  }
}
