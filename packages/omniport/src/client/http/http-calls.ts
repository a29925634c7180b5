import { HttpCall, type HttpCallOptions } from './http-call.js'
import type { HttpEndpoint } from './http-site.js'

/** The requests to one server whose connections are open. */
export class HttpCalls {
  readonly #endpoint: HttpEndpoint
  readonly #open = new Set<HttpCall>()
  #isClosed = false

  constructor(endpoint: HttpEndpoint) {
    this.#endpoint = endpoint
  }

  /** A request that is not sent yet. After `close` none will be. */
  create(options: HttpCallOptions): HttpCall {
    const call = new HttpCall(this.#endpoint, options, this.#onOver)
    this.#open.add(call)
    if (this.#isClosed) call.abort()
    return call
  }

  abortAll(): void {
    for (const call of [...this.#open]) call.abort()
  }

  close(): void {
    this.#isClosed = true
    this.abortAll()
  }

  readonly #onOver = (call: HttpCall): void => {
    this.#open.delete(call)
  }
}
