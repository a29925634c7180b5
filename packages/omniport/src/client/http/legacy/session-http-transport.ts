import type { RpcId, RpcMessage, RpcRequest } from '../../../jsonrpc/messages/messages.js'
import type { SendOptions } from '../../../jsonrpc/pending.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import type { DuplexConnection } from '../../../transport/connection/duplex-connection.js'
import type { HttpEndpoint } from '../http-endpoint.js'
import { ClientSession } from './client-session.js'
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
  readonly #connection: DuplexConnection
  readonly #session: ClientSession
  readonly #getStream: GetStream
  readonly #pendingResponses = new Map<RpcId, PendingResponse>()
  readonly #closed = new AbortController()
  /** Resolves when the server has `notifications/initialized`, and the GET stream is asked for: other messages wait for that. */
  #ready: Promise<void> = Promise.resolve()

  constructor(endpoint: HttpEndpoint, connection: DuplexConnection, onGap: () => void) {
    this.#endpoint = endpoint
    this.#connection = connection
    this.#session = new ClientSession(endpoint, connection)
    this.#getStream = new GetStream(this.#session, onGap)
  }

  /** Sends `initialize`, and settles when it is answered. Rejects when it cannot be sent, or is refused. */
  async initialize(request: RpcRequest, body: string): Promise<void> {
    const pending = new PendingResponse(this.#session, request)
    this.#pendingResponses.set(request.id, pending)
    await pending.receive(this.#session.begin(body))
  }

  send(message: RpcMessage | readonly RpcMessage[], body: string, options: SendOptions | undefined): void {
    if ('method' in message && isRequestMessage(message)) void this.#sendRequest(message, body, options)
    else if ('method' in message && message.method === 'notifications/initialized') this.#ready = this.#start(body)
    else if (isResponse(message)) void this.#session.answers.track(this.#sendUnanswered(body, { repeats: true }))
    else void this.#sendUnanswered(body, { isQuiet: true })
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
  async #start(body: string): Promise<void> {
    await this.#post(body, { repeats: true }) // without it a server sends no notifications
    await this.#getStream.start()
  }

  async #sendRequest(request: RpcRequest, body: string, options: SendOptions | undefined): Promise<void> {
    const pending = new PendingResponse(this.#session, request, options)
    this.#pendingResponses.set(request.id, pending)
    try {
      await this.#ready
      const { onRetry } = pending
      if (!pending.isReleased) await pending.receive(this.#session.post(body, { onRetry, isQuiet: options?.isQuiet }))
    } catch (reason) {
      if (this.#session.isLostBy(reason, options?.isSentAgain)) return
      rejectRequest(reason, request.id, this.#connection)
    }
  }

  async #sendUnanswered(body: string, options: UnansweredOptions): Promise<void> {
    await this.#ready
    await this.#post(body, options)
  }

  /** Never rejects. */
  async #post(body: string, { repeats, isQuiet }: UnansweredOptions): Promise<void> {
    const post = () => this.#session.post(body, { isQuiet, use: 'answer' })
    try {
      if (repeats === true) await deliverWithRetry(post, { endpoint: this.#endpoint, signal: this.#closed.signal })
      else await deliverMessage(post(), this.#endpoint)
    } catch (reason) {
      if (!this.#session.isLostBy(reason)) this.#endpoint.report(reason)
    }
  }
}

/** Options of a message that has no response. */
interface UnansweredOptions {
  /** It is sent again when the connection breaks. */
  readonly repeats?: boolean
  readonly isQuiet?: boolean
}
