import type { HttpEndpoint } from './http-endpoint.js'
import { OutboundHttpRequest, type OutboundHttpRequestOptions } from './outbound-http-request.js'

/** The open HTTP requests to one server. */
export class OutboundHttpRequests {
  readonly #endpoint: HttpEndpoint
  readonly #open = new Set<OutboundHttpRequest>()
  #isClosed = false

  constructor(endpoint: HttpEndpoint) {
    this.#endpoint = endpoint
  }

  /** Creates a request, which the caller sends. After `close` it is aborted. */
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
