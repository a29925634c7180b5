import type { RpcId, RpcMessage, RpcRequest } from '../../../jsonrpc/messages/messages.js'
import type { SendOptions } from '../../../jsonrpc/pending.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import type { DuplexConnection } from '../../../transport/connection/duplex-connection.js'
import type { HttpClientTransportOptions } from '../http-client-transport.js'
import type { HttpEndpoint } from '../http-endpoint.js'
import { HttpStatusError } from '../http-status-error.js'
import { addMirrorHeaders, type MirrorOptions } from '../mirror-headers.js'
import { ClientSession, type MirrorHeaders } from './client-session.js'
import { deliverMessage, deliverWithRetry, isResponse } from './deliver-message.js'
import { GetStream } from './get-stream.js'
import type { LegacyChannel } from './legacy-channel.js'
import { PendingResponse } from './pending-response.js'
import { rejectRequest } from './receive-reply.js'

/**
 * The transport of 2025-03-26 … 2025-11-25: every message is a POST of its own; messages of the server come on the replies,
 * and on a GET stream where the server has one.
 *
 * spec: 2025-11-25 basic/transports#streamable-http
 */
export class SessionHttpTransport implements LegacyChannel {
  readonly #endpoint: HttpEndpoint
  readonly #mirror: MirrorOptions
  readonly #connection: DuplexConnection
  readonly #session: ClientSession
  readonly #getStream: GetStream
  readonly #pendingResponses = new Map<RpcId, PendingResponse>()
  readonly #closed = new AbortController()
  /** Resolves when the server has `notifications/initialized`, and the GET stream is open: other messages wait for that. */
  #ready: Promise<void> = Promise.resolve()

  constructor(connection: DuplexConnection, { endpoint, tools, onGap }: SessionOptions) {
    this.#endpoint = endpoint
    this.#mirror = { endpoint, tools }
    this.#connection = connection
    this.#session = new ClientSession(endpoint, connection)
    this.#getStream = new GetStream(this.#session, onGap)
  }

  /** Sends `initialize`, and settles when it is answered. Rejects when it cannot be sent, or is refused. */
  async initialize(request: RpcRequest, body: string): Promise<void> {
    const pending = new PendingResponse(this.#session, request)
    this.#pendingResponses.set(request.id, pending)
    await this.#withAskedHeaders(() => pending.receive(this.#session.begin(body, this.#mirrorHeaders(request))))
  }

  send(message: RpcMessage | readonly RpcMessage[], body: string, options: SendOptions | undefined): void {
    if ('method' in message && isRequestMessage(message)) void this.#sendRequest(message, body, options)
    else if ('method' in message && message.method === 'notifications/initialized')
      this.#ready = this.#start(message, body)
    else if (isResponse(message)) void this.#session.answers.track(this.#sendUnanswered(body, { repeats: true }))
    else void this.#sendUnanswered(body, { message, isQuiet: true })
  }

  release(id: RpcId, isAnswered: boolean): void {
    this.#pendingResponses.get(id)?.release(isAnswered)
    this.#pendingResponses.delete(id)
  }

  async close(): Promise<void> {
    this.#closed.abort()
    this.#getStream.close()
    for (const id of [...this.#pendingResponses.keys()]) this.release(id, false)
    await this.#session.close()
  }

  /** spec: 2025-11-25 basic/transports#listening-for-messages-from-the-server */
  async #start(message: RpcMessage, body: string): Promise<void> {
    await this.#post(body, { message, repeats: true }) // without it a server sends no notifications
    await this.#getStream.start()
  }

  async #sendRequest(request: RpcRequest, body: string, options: SendOptions | undefined): Promise<void> {
    const pending = new PendingResponse(this.#session, request, options)
    this.#pendingResponses.set(request.id, pending)
    try {
      await this.#ready
      if (pending.isReleased) return
      const { onRetry } = pending
      const isQuiet = options?.isQuiet
      await this.#withAskedHeaders(() => {
        const mirrorHeaders = this.#mirrorHeaders(request)
        return pending.receive(this.#session.post(body, { mirrorHeaders, onRetry, isQuiet }))
      })
    } catch (reason) {
      if (this.#session.isLostBy(reason, options?.isSentAgain)) return
      rejectRequest(reason, request.id, this.#connection)
    }
  }

  #mirrorHeaders(message: RpcMessage | readonly RpcMessage[]): MirrorHeaders {
    if (!this.#endpoint.sessionHeaders.isSent || !('method' in message)) return undefined
    const headers: Record<string, string> = {}
    addMirrorHeaders(headers, message, this.#mirror)
    return headers
  }

  /** Sends a message again, once, when the server refuses it for want of headers that were not sent so far. */
  async #withAskedHeaders(send: () => Promise<void>): Promise<void> {
    const { sessionHeaders } = this.#endpoint
    const hadHeaders = sessionHeaders.isSent
    try {
      await send()
    } catch (reason) {
      const isAskedFor = reason instanceof HttpStatusError && reason.refusesHeaders
      if (hadHeaders || !isAskedFor) throw reason
      sessionHeaders.isSent = true
      await send()
    }
  }

  async #sendUnanswered(body: string, options: UnansweredOptions): Promise<void> {
    await this.#ready
    await this.#post(body, options)
  }

  /** Never rejects. */
  async #post(body: string, { message, repeats, isQuiet }: UnansweredOptions): Promise<void> {
    const post = () =>
      this.#session.post(body, { mirrorHeaders: message && this.#mirrorHeaders(message), isQuiet, use: 'answer' })
    const deliver = () =>
      repeats === true
        ? deliverWithRetry(post, { endpoint: this.#endpoint, signal: this.#closed.signal })
        : deliverMessage(post(), this.#endpoint)
    try {
      await this.#withAskedHeaders(deliver)
    } catch (reason) {
      if (!this.#session.isLostBy(reason)) this.#endpoint.report(reason)
    }
  }
}

type SessionOptions = Pick<HttpClientTransportOptions, 'endpoint' | 'tools' | 'onGap'>

/** Options of a message that has no response. */
interface UnansweredOptions {
  /** Parts of it are repeated in headers. Default: none, for a response or a batch. */
  readonly message?: RpcMessage | readonly RpcMessage[]
  /** It is sent again when the connection breaks. */
  readonly repeats?: boolean
  readonly isQuiet?: boolean
}
