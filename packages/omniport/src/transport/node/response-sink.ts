import type { ServerResponse } from 'node:http'
import type { ByteSink } from '../http/http-request.js'

/** The body of a `node:http` response, written piece by piece. */
export class ResponseSink implements ByteSink {
  readonly #response: ServerResponse
  #waiting = 0
  #onDrain: () => void = () => {}

  constructor(response: ServerResponse) {
    this.#response = response
    response.on('error', () => {}) // a reader that is gone is told by 'close'
  }

  get waiting(): number {
    return this.#waiting
  }

  write(chunk: string | Uint8Array): void {
    if (this.#response.writableEnded || this.#response.destroyed) return
    const bytes = Buffer.byteLength(chunk)
    this.#waiting += bytes
    this.#response.write(chunk, () => this.#taken(bytes))
  }

  onDrain(fn: () => void): void {
    this.#onDrain = fn
  }

  end(): void {
    if (!this.#response.writableEnded) this.#response.end()
  }

  destroy(): void {
    this.#response.destroy()
  }

  #taken(bytes: number): void {
    this.#waiting -= bytes
    if (this.#waiting === 0) this.#onDrain()
  }
}
