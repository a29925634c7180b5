import type { ServerResponse } from 'node:http'
import type { ByteSink } from '../http/requests/http-request.js'

/** What is handed to the socket at once: it tells only when all of that was taken. */
const maxSocketBytes = 64 * 1024

/** The body of a `node:http` response, written piece by piece. */
export class ResponseSink implements ByteSink {
  readonly #response: ServerResponse
  #queue: Buffer[] = []
  #waiting = 0
  #taken = 0
  /** Of what waits, what the socket has. */
  #inSocket = 0
  #ended = false
  #isClosed = false
  #onDrain: () => void = () => {}

  constructor(response: ServerResponse) {
    this.#response = response
    response.on('error', () => {}) // a reader that is gone is told by 'close'
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
    this.#waiting += 1 // the end itself
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

  /** What was not taken by now never will be: nobody is told of it but here. */
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

/** Not a copy: whoever hands bytes over changes them no more. */
function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
