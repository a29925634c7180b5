import type { HttpEndpoint } from './http-endpoint.js'
import { OutboundHttpRequest, type OutboundHttpRequestOptions } from './outbound-http-request.js'

/** The requests to one server whose connections are open. */
export class OutboundHttpRequests {
  readonly #endpoint: HttpEndpoint
  readonly #open = new Set<OutboundHttpRequest>()
  #isClosed = false

  constructor(endpoint: HttpEndpoint) {
    this.#endpoint = endpoint
  }

  /** A request that is not sent yet. After `close` none will be. */
  create(options: OutboundHttpRequestOptions): OutboundHttpRequest {
    const httpRequest = new OutboundHttpRequest(this.#endpoint, options, this.#onOver)
    this.#open.add(httpRequest)
    if (this.#isClosed) httpRequest.abort()
    return httpRequest
  }

  abortAll(): void {
    for (const httpRequest of [...this.#open]) httpRequest.abort()
  }

  close(): void {
    this.#isClosed = true
    this.abortAll()
  }

  readonly #onOver = (httpRequest: OutboundHttpRequest): void => {
    this.#open.delete(httpRequest)
  }
}
