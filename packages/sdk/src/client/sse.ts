import { parseJson } from '#core/http'
import { type ErrorEvent, EventSource, type EventSourceInit } from '../http-client/event-source.js'
import { HttpClientTransport, type HttpClientTransportOptions } from '../http-client/http-client-transport.js'
import { dropBody, messageLimits, readText } from '../http-client/read-body.js'
import { toMessage } from '../http-client/to-message.js'
import type { FetchLike, Transport } from '../shared/transport.js'
import type { JSONRPCMessage } from '../types.js'

/** The stream could not be opened, or broke: `code` is the HTTP status, where there is one. */
export class SseError extends Error {
  readonly code: number | undefined
  readonly event: ErrorEvent

  constructor(code: number | undefined, message: string | undefined, event: ErrorEvent) {
    super(`SSE error: ${message}`)
    this.code = code
    this.event = event
  }
}

/** Options of `SSEClientTransport`. */
export type SSEClientTransportOptions = HttpClientTransportOptions & {
  /** Options of the request that opens the stream; its `fetch` sends that request. */
  eventSourceInit?: EventSourceInit
}

/**
 * The client's side of HTTP+SSE: reads messages from one stream, and sends each with a POST to the address that the stream names.
 *
 * spec: 2024-11-05 basic/transports#http-with-sse
 * @deprecated Use `StreamableHTTPClientTransport` where the server has it.
 */
export class SSEClientTransport extends HttpClientTransport implements Transport {
  private _eventSource: EventSource | undefined
  private _endpoint: URL | undefined
  private _eventSourceInit: EventSourceInit | undefined

  constructor(url: URL, opts?: SSEClientTransportOptions) {
    super(url, opts)
    this._eventSourceInit = opts?.eventSourceInit
  }

  /** Opens the stream, and settles when it has named the address to send to. Rejects with `SseError` or `UnauthorizedError`. */
  async start(): Promise<void> {
    if (this._eventSource) {
      throw new Error(
        'SSEClientTransport already started! If using Client class, note that connect() calls start() automatically.',
      )
    }
    return await this.#open(false)
  }

  /** Closes the stream. */
  async close(): Promise<void> {
    this._abortController?.abort()
    this._eventSource?.close()
    this.onclose?.()
  }

  /** Sends a message. Rejects with `UnauthorizedError`, or an Error with the status and the text of the reply. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (!this._endpoint) throw new Error('Not connected')
    try {
      await this.#send(this._endpoint, message, false)
    } catch (error) {
      this.onerror?.(error as Error)
      throw error
    }
  }

  async #send(endpoint: URL, message: JSONRPCMessage, isReauthorized: boolean): Promise<void> {
    const headers = await this._commonHeaders()
    headers.set('content-type', 'application/json')
    const response = await this._post(endpoint, headers, message)
    if (response.ok) return dropBody(response)
    const text = await readText(response, messageLimits).catch(() => null)
    if (response.status === 401 && this._authProvider && !isReauthorized) {
      this._readChallenge(response)
      await this._authorizeNow(this._fetchWithInit)
      return this.#send(endpoint, message, true)
    }
    const problem = this._unfollowedRedirect(response, endpoint) ?? text
    throw new Error(`Error POSTing to endpoint (HTTP ${response.status}): ${problem}`)
  }

  #open(isReauthorized: boolean): Promise<void> {
    this._abortController = new AbortController()
    return new Promise((resolve, reject) => {
      let redirect: string | undefined
      const fail = (error: Error) => {
        reject(error)
        this.onerror?.(error)
      }
      const send = async (url: string | URL, init: RequestInit) => {
        const response = await this.#requestStream(url, init)
        redirect = this._unfollowedRedirect(response, url)
        return response
      }
      this._eventSource = new EventSource(
        this._url,
        { fetch: send, withCredentials: this._eventSourceInit?.withCredentials ?? false },
        {
          onEvent: (type, data) => {
            if (type === 'message') this.#receive(data)
            else if (type === 'endpoint' && this.#setEndpoint(data, fail)) resolve()
          },
          onError: (event) => {
            if (event.code === 401 && this._authProvider && !isReauthorized) {
              this.#authorizeAndOpen().then(resolve, reject)
              return
            }
            fail(new SseError(event.code, redirect ?? event.message, event))
            // Whoever waits for the start knows that it failed: nobody waits for what a later attempt would bring.
            if (!this._endpoint) this._eventSource?.close()
          },
        },
      )
    })
  }

  /** Sends the request of the stream with the headers of all requests, and reads where to authorize. */
  async #requestStream(url: string | URL, init: RequestInit): Promise<Response> {
    const headers = await this._commonHeaders()
    headers.set('Accept', 'text/event-stream')
    const lastEventId = new Headers(init.headers).get('last-event-id')
    if (lastEventId !== null) headers.set('last-event-id', lastEventId)
    const own = this._eventSourceInit?.fetch as FetchLike | undefined
    const options = { ...init, headers }
    const response = await (own ? this._requestWith(own, url, options) : this._request(url, options))
    if (response.status === 401 && response.headers.has('www-authenticate')) this._readChallenge(response)
    return response
  }

  /** spec: 2024-11-05 basic/transports#http-with-sse; an address elsewhere would get the headers, which hold secrets. */
  #setEndpoint(data: string, fail: (error: Error) => void): boolean {
    try {
      const endpoint = new URL(data, this._url)
      this._endpoint = endpoint
      if (endpoint.origin === this._url.origin) return true
      throw new Error(`Endpoint origin does not match connection origin: ${endpoint.origin}`)
    } catch (error) {
      fail(error as Error)
      void this.close()
      return false
    }
  }

  #receive(data: string): void {
    let message: JSONRPCMessage
    try {
      message = toMessage(parseJson(data, messageLimits))
    } catch (error) {
      this.onerror?.(error as Error)
      return
    }
    this.onmessage?.(message)
  }

  async #authorizeAndOpen(): Promise<void> {
    try {
      await this._authorizeNow(this._fetchWithInit)
    } catch (error) {
      this.onerror?.(error as Error)
      throw error
    }
    return this.#open(true)
  }
}
