import { pause } from '../../../async/waiting/pause.js'
import type { RpcId, RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { hasCode } from '../../../values/errors/has-code.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { RequestLost } from '../../requests/request-lost.js'
import { formatAddress } from '../http-endpoint.js'
import { HttpStatusError } from '../http-status-error.js'
import type { OutboundHttpRequest } from '../outbound-http-request.js'
import type { ReceivedEvent } from '../read-events.js'
import type { ClientSession } from './client-session.js'
import { receiveEvents, receiveResponse } from './receive-reply.js'
import { type ConnectionOutcome, StreamPosition } from './stream-position.js'

/**
 * Waits for the response to one request, on its POST or, when that is cut, on the streams that resume it.
 *
 * spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
export class PendingResponse {
  readonly #session: ClientSession
  readonly #request: RpcRequest
  readonly #position = new StreamPosition()
  readonly #released = new AbortController()
  /** The requests of the server on these streams, which may still wait for responses. */
  readonly #inputRequestIds = new Set<RpcId>()
  #httpRequest: OutboundHttpRequest | undefined

  constructor(session: ClientSession, request: RpcRequest) {
    this.#session = session
    this.#request = request
  }

  get onRetry(): (ms: number) => void {
    return this.#position.onRetry
  }

  get isReleased(): boolean {
    return this.#released.signal.aborted
  }

  /** Settles when the connection has the response, or the request was given up. Rejects when there will be no response. */
  async receive(post: OutboundHttpRequest): Promise<void> {
    const { runtime } = this.#session.endpoint
    this.#httpRequest = post
    const reply = await post.send()
    if (reply.type === 'events') await this.#readEvents(reply.events)
    else receiveResponse(reply, this.#request.id, this.#session)
    let outcome: ConnectionOutcome | undefined
    while (this.#isAwaited) {
      if (this.#position.lastId === undefined) throw this.#lost()
      await pause(runtime, this.#position.delayMs(outcome, runtime), this.#released.signal)
      if (!this.#isAwaited) return
      outcome = await this.#resume()
    }
  }

  /** See `LegacyChannel`. Giving up a request also gives up the requests of the server that belong to it. */
  release(isAnswered: boolean): void {
    this.#released.abort()
    if (isAnswered) this.#httpRequest?.linger()
    else this.#giveUp()
  }

  get #isAwaited(): boolean {
    return !this.isReleased && this.#session.connection.isPending(this.#request.id)
  }

  /** Opens another connection. Rejects when the stream cannot be resumed. */
  async #resume(): Promise<ConnectionOutcome> {
    const httpRequest = this.#session.get(this.#position.lastId, { onRetry: this.#position.onRetry })
    this.#httpRequest = httpRequest
    try {
      const reply = await httpRequest.send()
      if (reply.type === 'events') return (await this.#readEvents(reply.events)) ? 'received' : 'empty'
    } catch (reason) {
      if (isTransient(reason)) return 'failed'
      throw this.#lost(reason)
    }
    httpRequest.abort()
    throw this.#lost()
  }

  #readEvents(events: AsyncIterable<ReceivedEvent>): Promise<boolean> {
    const { endpoint, connection } = this.#session
    const { accept } = this.#position
    const { id } = this.#request
    return receiveEvents(events, { endpoint, connection, id, accept, onInputRequest: this.#onInputRequest })
  }

  readonly #onInputRequest = (id: RpcId): void => {
    this.#session.endpoint.onInputRequest(id, this.#request.id)
    this.#inputRequestIds.add(id)
    const [oldest] = this.#inputRequestIds
    if (this.#inputRequestIds.size > this.#session.endpoint.limits.pipeInFlight && oldest !== undefined)
      this.#inputRequestIds.delete(oldest)
  }

  /** Cancels the requests of the server, which cannot send a cancellation itself without the stream. */
  #giveUp(): void {
    this.#httpRequest?.abort()
    const reason = `${this.#request.method} was given up`
    for (const requestId of this.#inputRequestIds) {
      const params = { requestId, reason }
      this.#session.connection.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
    }
  }

  #lost(cause?: unknown): Error {
    if (this.#session.isLostBy(cause)) return cause as Error // the connection rejected the request already
    const address = formatAddress(this.#session.endpoint.url)
    const why = OmniportError.is(cause) ? `: ${cause.message}` : ''
    return new RequestLost(`${address} ended the stream of ${this.#request.method} without an answer${why}`, { cause })
  }
}

/** Returns true for errors that the next attempt may not have. */
function isTransient(reason: unknown): boolean {
  if (reason instanceof HttpStatusError) return reason.isUndecided || reason.status >= 500
  return hasCode(reason, 'unreachable') || reason instanceof RequestLost
}
