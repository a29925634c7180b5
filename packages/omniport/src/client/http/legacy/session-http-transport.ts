import type { RpcId, RpcMessage, RpcRequest } from '../../../jsonrpc/messages/messages.js'
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
  /** Resolves when the server has `notifications/initialized`; all other messages wait for that. */
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

  send(message: RpcMessage | readonly RpcMessage[], body: string, isQuiet: boolean | undefined): void {
    if ('method' in message && isRequestMessage(message)) void this.#sendRequest(message, body, isQuiet)
    else if ('method' in message && message.method === 'notifications/initialized') this.#ready = this.#start(body)
    else void this.#sendUnanswered(body, isResponse(message))
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
    void this.#getStream.run()
  }

  async #sendRequest(request: RpcRequest, body: string, isQuiet: boolean | undefined): Promise<void> {
    const pending = new PendingResponse(this.#session, request)
    this.#pendingResponses.set(request.id, pending)
    try {
      await this.#ready
      const { onRetry } = pending
      if (!pending.isReleased) await pending.receive(this.#session.post(body, { onRetry, isQuiet }))
    } catch (reason) {
      if (!this.#session.isLostBy(reason)) rejectRequest(reason, request.id, this.#connection)
    }
  }

  async #sendUnanswered(body: string, isReply: boolean): Promise<void> {
    await this.#ready
    await this.#post(body, { repeats: isReply, isQuiet: !isReply })
  }

  /** Sends a message that has no response. `repeats`: sends it again when the connection breaks. */
  async #post(
    body: string,
    { repeats, isQuiet }: { readonly repeats?: boolean; readonly isQuiet?: boolean } = {},
  ): Promise<void> {
    const post = () => this.#session.post(body, { isQuiet })
    try {
      if (repeats === true) await deliverWithRetry(post, { endpoint: this.#endpoint, signal: this.#closed.signal })
      else await deliverMessage(post(), this.#endpoint)
    } catch (reason) {
      if (!this.#session.isLostBy(reason)) this.#endpoint.report(reason)
    }
  }
}
