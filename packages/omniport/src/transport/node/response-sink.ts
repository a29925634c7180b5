import type { ServerResponse } from 'node:http'
import type { ByteSink } from '../http/requests/http-request.js'

/** The most that is passed to the socket at once. The socket reports progress only when all of it was taken. */
const maxSocketBytes = 64 * 1024

export class ResponseSink implements ByteSink {
  readonly #response: ServerResponse
  #queue: Buffer[] = []
  #waiting = 0
  #taken = 0
  /** The part of `#waiting` that was passed to the socket. */
  #inSocket = 0
  #ended = false
  #isClosed = false
  #onDrain: () => void = () => {}

  constructor(response: ServerResponse) {
    this.#response = response
    response.on('error', () => {}) // 'close' reports a reader that is gone
    response.once('close', () => this.#onClose())
  }

  get waiting(): number {
    return this.#waiting
  }

  get taken(): number {
    return this.#taken
  }

  write(chunk: string | Uint8Array): void {
    if (this.#ended || this.#isClosed || this.#response.destroyed) return
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : viewOf(chunk)
    this.#waiting += bytes.length
    if (this.#queue.length === 0 && this.#inSocket + bytes.length <= maxSocketBytes) {
      this.#writeToSocket(bytes)
    } else {
      this.#queue.push(bytes)
      this.#fillSocket()
    }
  }

  onDrain(fn: () => void): void {
    this.#onDrain = fn
  }

  end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#waiting += 1 // for the end
    this.#fillSocket()
  }

  destroy(): void {
    this.#queue = []
    this.#response.destroy()
  }

  #fillSocket(): void {
    if (this.#response.destroyed) return
    while (this.#inSocket < maxSocketBytes) {
      const chunk = this.#queue.shift()
      if (chunk === undefined) break
      const part = chunk.subarray(0, maxSocketBytes)
      if (part.length < chunk.length) this.#queue.unshift(chunk.subarray(part.length))
      this.#writeToSocket(part)
    }
    if (this.#ended && this.#queue.length === 0 && !this.#response.writableEnded) {
      this.#inSocket += 1
      this.#response.end(() => this.#onTaken(1))
    }
  }

  #writeToSocket(part: Buffer): void {
    this.#inSocket += part.length
    this.#response.write(part, () => this.#onTaken(part.length))
  }

  /** Everything that waits is lost. The callbacks of its writes may never be called. */
  #onClose(): void {
    this.#isClosed = true
    this.#queue = []
    if (this.#waiting === 0) return
    this.#waiting = 0
    this.#onDrain()
  }

  #onTaken(bytes: number): void {
    if (this.#isClosed) return
    this.#inSocket -= bytes
    this.#waiting -= bytes
    this.#taken += bytes
    if (this.#waiting > 0) this.#fillSocket()
    else this.#onDrain()
  }
}

/** Shares the memory: the caller does not change the bytes any more. */
function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
