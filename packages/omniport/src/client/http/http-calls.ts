import { HttpCall, type HttpCallOptions } from './http-call.js'
import type { HttpSite } from './http-site.js'

/** The requests to one server whose connections are open. */
export class HttpCalls {
  readonly #site: HttpSite
  readonly #open = new Set<HttpCall>()
  #isClosed = false

  constructor(site: HttpSite) {
    this.#site = site
  }

  /** A request that is not sent yet. After `close` none will be. */
  create(options: HttpCallOptions): HttpCall {
    const call = new HttpCall(this.#site, options, this.#onOver)
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
