import { encodeMessage } from '../../../jsonrpc/messages/encode-message.js'
import type { RpcId, RpcRequest, RpcResponse } from '../../../jsonrpc/messages/messages.js'
import { type PendingOptions, PendingRequest } from '../../../jsonrpc/pending.js'
import { requestHeaders } from '../../../protocol/headers/request-headers.js'
import { metaKeys } from '../../../protocol/meta/meta-keys.js'
import type { Revision } from '../../../protocol/revisions/revision.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import { SmallMap } from '../../../values/maps/small-map.js'
import type { HttpClientTransportOptions } from '../http-client-transport.js'
import type { HttpEndpoint } from '../http-endpoint.js'
import { responseInRefusal } from '../http-status-error.js'
import { addMirrorHeaders, type MirrorOptions } from '../mirror-headers.js'
import {
  type OutboundHttpRequest,
  type OutboundHttpRequestOptions,
  postHeaders,
  type ReadRaw,
} from '../outbound-http-request.js'
import { OutboundHttpRequests } from '../outbound-http-requests.js'
import { ReplyReader } from './reply-reader.js'

/**
 * The client side of HTTP in 2026-07-28: each request is a POST of its own, whose reply holds everything that belongs to
 * it. Closing the reply cancels the request; nothing can be resumed.
 *
 * spec: basic/transports/streamable-http
 */
export class ModernHttpTransport {
  /** Undefined until the client knows which revision the server speaks. */
  revision: Revision | undefined
  readonly #endpoint: HttpEndpoint
  readonly #mirror: MirrorOptions
  readonly #reader: ReplyReader
  readonly #httpRequests: OutboundHttpRequests
  readonly #pending = new SmallMap<RpcId, PendingRequest>()

  constructor({ endpoint, serve, tools }: HttpClientTransportOptions) {
    this.#endpoint = endpoint
    this.#mirror = { endpoint, tools }
    this.#reader = new ReplyReader(endpoint, serve)
    this.#httpRequests = new OutboundHttpRequests(endpoint)
  }

  /**
   * Sends a request, and settles with its response, be it a result or an error.
   *
   * Rejects with the signal's reason, with OmniportError (`timeout`, `closed`, `unreachable`, `unauthorized`, `limit`,
   * `invalid_result`), with RequestLost, with InvalidMessage for a malformed response, or, before anything is sent, with
   * TypeError for a request that JSON cannot carry.
   */
  async request(message: RpcRequest, options: PendingOptions = {}): Promise<RpcResponse> {
    options.signal?.throwIfAborted()
    if (this.#pending.has(message.id)) throw new TypeError(`The id ${JSON.stringify(message.id)} is still in use`)
    const readRaw = options.acceptsRaw === true ? this.#readRaw(message.id) : undefined
    const httpRequest = this.#createHttpRequest(message, { isQuiet: options.isQuiet, readRaw })
    const onGiveUp = (reason: unknown) => pending.reject(reason)
    const pending: PendingRequest = new PendingRequest(this.#endpoint.runtime, options, onGiveUp)
    const settled = pending.response()
    this.#pending.add(message.id, pending)
    void this.#send({ message, httpRequest, readRaw }, pending)
    try {
      const response = await settled
      httpRequest.linger()
      return response
    } catch (reason) {
      httpRequest.abort()
      throw reason
    } finally {
      this.#pending.delete(message.id)
    }
  }

  abortAll(): void {
    this.#httpRequests.abortAll()
  }

  async close(): Promise<void> {
    const closed = new OmniportError('closed', 'The connection was closed')
    for (const pending of this.#pending.values()) pending.reject(closed)
    this.#httpRequests.close()
  }

  #readRaw(id: RpcId): ReadRaw | undefined {
    const { readRaw } = this.#endpoint
    return readRaw && ((bytes) => readRaw(bytes, (received) => received === id))
  }

  #createHttpRequest(
    message: RpcRequest,
    options: Pick<OutboundHttpRequestOptions, 'isQuiet' | 'readRaw'>,
  ): OutboundHttpRequest {
    const state = message.params?.['requestState']
    if (typeof state === 'string') this.#endpoint.secrets.add(state)
    const body = encodeMessage(message)
    const use = message.method === 'subscriptions/listen' ? 'stream' : 'request'
    return this.#httpRequests.create({ method: 'POST', headers: this.#headers(message), body, use, ...options })
  }

  async #send({ message, httpRequest, readRaw }: SentRequest, pending: PendingRequest): Promise<void> {
    try {
      const reply = await httpRequest.send()
      if (reply.type === 'events') await this.#reader.readStream(reply, { message, readRaw }, pending)
      else this.#reader.readValue(reply, message.id, pending)
    } catch (reason) {
      const response = responseInRefusal(reason, message.id, this.revision)
      if (response === undefined) pending.reject(reason)
      else pending.resolve(response)
    }
  }

  /** The headers repeat parts of the body. spec: basic/transports/streamable-http#request-metadata */
  #headers(message: RpcRequest): Readonly<Record<string, string>> {
    const meta = message.params?.['_meta']
    const version = isObject(meta) ? meta[metaKeys.protocolVersion] : undefined
    const headers: Record<string, string> = {
      'content-type': postHeaders['content-type'],
      accept: postHeaders.accept,
      [requestHeaders.version]: String(version),
    }
    addMirrorHeaders(headers, message, this.#mirror)
    return headers
  }
}

interface SentRequest {
  readonly message: RpcRequest
  readonly httpRequest: OutboundHttpRequest
  readonly readRaw: ReadRaw | undefined
}
