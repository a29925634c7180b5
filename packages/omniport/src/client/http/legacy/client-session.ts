import { requestHeaders } from '../../../protocol/headers/request-headers.js'
import type { DuplexConnection } from '../../../transport/connection/duplex-connection.js'
import type { HttpSendResponse } from '../../../transport/http-sender.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { RequestLost } from '../../requests/request-lost.js'
import { formatAddress, type HttpEndpoint } from '../http-endpoint.js'
import { HttpStatusError, modernErrorCodes } from '../http-status-error.js'
import { type OutboundHttpRequest, type OutboundHttpRequestOptions, postHeaders } from '../outbound-http-request.js'
import { OutboundHttpRequests } from '../outbound-http-requests.js'

/**
 * The client side of a session. Every request carries its id, if the server gave one; errors never show it.
 *
 * spec: 2025-11-25 basic/transports#session-management
 */
export class ClientSession {
  readonly endpoint: HttpEndpoint
  readonly connection: DuplexConnection
  readonly #httpRequests: OutboundHttpRequests
  #id: string | undefined
  #isLost = false

  constructor(endpoint: HttpEndpoint, connection: DuplexConnection) {
    this.endpoint = endpoint
    this.connection = connection
    this.#httpRequests = new OutboundHttpRequests(endpoint)
  }

  /** The POST of `initialize`, whose reply may begin the session. */
  begin(body: string): OutboundHttpRequest {
    return this.#httpRequests.create({
      method: 'POST',
      headers: postHeaders,
      body,
      onHeaders: (reply) => this.#keepId(reply),
    })
  }

  post(body: string, options?: Pick<OutboundHttpRequestOptions, 'onRetry' | 'isQuiet'>): OutboundHttpRequest {
    const headers = { ...postHeaders, ...this.#headers() }
    return this.#httpRequests.create({ method: 'POST', headers, body, ...options })
  }

  /** Opens the GET stream, or resumes the stream of `lastEventId`. */
  get(
    lastEventId: string | undefined,
    options: Pick<OutboundHttpRequestOptions, 'onRetry' | 'isQuiet'>,
  ): OutboundHttpRequest {
    const resumeHeader = lastEventId === undefined ? undefined : { 'last-event-id': lastEventId }
    const headers = { accept: 'text/event-stream', ...this.#headers(), ...resumeHeader }
    return this.#httpRequests.create({ method: 'GET', headers, ...options })
  }

  /** Ends the connection and returns true when the server does not know the session. A 404 alone does not say that. */
  isLostBy(reason: unknown): boolean {
    if (!(reason instanceof HttpStatusError) || reason.status !== 404 || this.#id === undefined) return false
    if (reason.error?.code === -32601 || modernErrorCodes.has(reason.error?.code ?? 0)) return false
    this.#isLost = true
    this.connection.end(new RequestLost(`${formatAddress(this.endpoint.url)} does not know the session any more`))
    return true
  }

  /** Aborts all requests, and ends the session at the server. Never rejects, and takes 2 s at most. */
  async close(): Promise<void> {
    this.#httpRequests.close()
    if (this.#id === undefined || this.#isLost) return
    const httpRequest = new OutboundHttpRequests(this.endpoint).create({ method: 'DELETE', headers: this.#headers() })
    const stop = this.endpoint.runtime.after(deleteMs, () => httpRequest.abort())
    try {
      await httpRequest.send()
    } catch {
      // A server need not support DELETE, and may be gone.
    }
    stop()
    httpRequest.abort()
  }

  #headers(): Readonly<Record<string, string>> {
    const { revision } = this.connection
    return {
      ...(this.#id !== undefined && { 'mcp-session-id': this.#id }),
      ...(revision !== undefined && { [requestHeaders.version]: revision }),
    }
  }

  #keepId(reply: HttpSendResponse): void {
    const id = reply.header('mcp-session-id')
    if (id === undefined) return
    if (!/^[\x21-\x7e]{1,4096}$/.test(id)) {
      const address = formatAddress(this.endpoint.url)
      throw new OmniportError('invalid_result', `${address} gave a session id that cannot be sent back`)
    }
    this.#id = id
    this.endpoint.secrets.add(id)
  }
}

const deleteMs = 2_000
