import type { RpcId, RpcRequest } from '../../../jsonrpc/messages/messages.js'
import type { SendOptions } from '../../../jsonrpc/pending.js'
import { hasCode } from '../../../values/errors/has-code.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { RequestLost } from '../../requests/request-lost.js'
import { formatAddress } from '../http-endpoint.js'
import { HttpStatusError } from '../http-status-error.js'
import type { OutboundHttpRequest } from '../outbound-http-request.js'
import type { ClientSession } from './client-session.js'
import { receiveResponse } from './receive-reply.js'
import { ResumableStream } from './resumable-stream.js'

/**
 * Waits for the response to one request, on its POST or, when that is cut, on the streams that resume it.
 *
 * spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
export class PendingResponse {
  readonly #session: ClientSession
  readonly #request: RpcRequest
  readonly #isSentAgain: boolean
  readonly #stream: ResumableStream
  #isReleased = false
  /** Ends the pause before the next connection. Most requests have none: aborting a signal costs as much as half a call. */
  #pausing: AbortController | undefined
  /** The requests of the server on these streams, which may still wait for responses. */
  readonly #inputRequestIds = new Set<RpcId>()

  constructor(session: ClientSession, request: RpcRequest, { isSentAgain = false }: SendOptions = {}) {
    this.#session = session
    this.#request = request
    this.#isSentAgain = isSentAgain
    const onInputRequest = (id: RpcId) => this.#onInputRequest(id)
    this.#stream = new ResumableStream({ session, use: 'request', id: request.id, onInputRequest })
  }

  get onRetry(): (ms: number) => void {
    return this.#stream.onRetry
  }

  get isReleased(): boolean {
    return this.#isReleased
  }

  /** Settles when the connection has the response, or the request was given up. Rejects when there will be no response. */
  async receive(post: OutboundHttpRequest): Promise<void> {
    this.#stream.begin(post)
    const reply = await this.#session.sendRequest(post, { id: this.#request.id, isSentAgain: this.#isSentAgain })
    if (reply.type === 'events') await this.#stream.read(reply.events)
    else receiveResponse(reply, this.#request.id, this.#session)
    while (this.#isAwaited) {
      if (this.#stream.lastId === undefined) throw this.#lost()
      this.#pausing = new AbortController()
      await this.#stream.pause(this.#pausing.signal)
      if (this.#isAwaited) await this.#resume()
    }
  }

  /** See `LegacyChannel`. Giving up a request also gives up the requests of the server that belong to it. */
  release(isAnswered: boolean): void {
    this.#isReleased = true
    this.#pausing?.abort()
    if (isAnswered) this.#stream.linger()
    else this.#giveUp()
  }

  get #isAwaited(): boolean {
    return !this.isReleased && this.#session.connection.isPending(this.#request.id)
  }

  /** Opens another connection. Rejects when the stream cannot be resumed. */
  async #resume(): Promise<void> {
    try {
      if (await this.#stream.connect()) return
    } catch (reason) {
      if (isTransient(reason)) return
      throw this.#lost(reason)
    }
    this.#stream.abort()
    throw this.#lost()
  }

  #onInputRequest(id: RpcId): void {
    this.#session.endpoint.onInputRequest(id, this.#request.id)
    this.#inputRequestIds.add(id)
    const [oldest] = this.#inputRequestIds
    if (this.#inputRequestIds.size > this.#session.endpoint.limits.pipeInFlight && oldest !== undefined)
      this.#inputRequestIds.delete(oldest)
  }

  /** Cancels the requests of the server, which cannot send a cancellation itself without the stream. */
  #giveUp(): void {
    this.#stream.abort()
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
