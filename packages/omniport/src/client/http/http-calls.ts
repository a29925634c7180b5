import { HttpCall, type HttpCallOptions } from './http-call.js'
import type { HttpSite } from './http-site.js'

/** The requests to one server whose connections are open. */
export class HttpCalls {
  readonly #site: HttpSite
  readonly #open = new Set<HttpCall>()

  constructor(site: HttpSite) {
    this.#site = site
  }

  get size(): number {
    return this.#open.size
  }

  /** A request that is not sent yet. */
  create(options: Omit<HttpCallOptions, 'onOver'>): HttpCall {
    const call = new HttpCall(this.#site, { ...options, onOver: () => this.#open.delete(call) })
    this.#open.add(call)
    return call
  }

  abortAll(): void {
    for (const call of [...this.#open]) call.abort()
  }
}
