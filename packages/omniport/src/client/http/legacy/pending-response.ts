import { pause } from '../../../async/waiting/pause.js'
import type { RpcId, RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { RequestLost } from '../../requests/request-lost.js'
import { formatAddress } from '../http-endpoint.js'
import { HttpStatusError } from '../http-status-error.js'
import type { OutboundHttpRequest } from '../outbound-http-request.js'
import type { ReceivedEvent } from '../read-events.js'
import type { ClientSession } from './client-session.js'
import { receiveEvent, receiveResponse } from './receive-reply.js'
import { StreamPosition } from './stream-position.js'

/**
 * One request of a session on its way to an answer: on the reply to its POST, or, when that is cut, on the streams that
 * resume it.
 *
 * spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
export class PendingResponse {
  readonly #session: ClientSession
  readonly #request: RpcRequest
  readonly #position = new StreamPosition()
  readonly #released = new AbortController()
  /** What the server asked on its streams, as far as it may still wait for answers. */
  readonly #inputRequestIds = new Set<RpcId>()
  #httpRequest: OutboundHttpRequest | undefined

  constructor(session: ClientSession, request: RpcRequest) {
    this.#session = session
    this.#request = request
  }

  /** Called in place of the session's `onRetry`, for the POST. */
  get onRetry(): (ms: number) => void {
    return this.#position.onRetry
  }

  get isReleased(): boolean {
    return this.#released.signal.aborted
  }

  /** Settles when the answer was handed over, or nobody waits for it. Rejects with why there will be none. */
  async receive(post: OutboundHttpRequest): Promise<void> {
    const { runtime } = this.#session.endpoint
    this.#httpRequest = post
    const reply = await post.send()
    if (reply.type === 'events') await this.#readEvents(reply.events)
    else receiveResponse(reply, this.#request.id, this.#session)
    let failed = 0
    let empty = 0
    while (this.#isAwaited) {
      if (this.#position.lastId === undefined) throw this.#lost()
      await pause(runtime, this.#position.delayMs({ failed, empty }, runtime), this.#released.signal)
      if (!this.#isAwaited) return
      const outcome = await this.#resume()
      failed = outcome === 'failed' ? failed + 1 : 0
      empty = outcome === 'empty' ? empty + 1 : 0
    }
  }

  /** See `HttpRoad`. What the server asked for the sake of a request that is given up is given up as well. */
  release(isAnswered: boolean): void {
    this.#released.abort()
    if (isAnswered) this.#httpRequest?.linger()
    else this.#giveUp()
  }

  get #isAwaited(): boolean {
    return !this.isReleased && this.#session.connection.isPending(this.#request.id)
  }

  /** Whether another connection brought anything. Rejects where none will. */
  async #resume(): Promise<'heard' | 'empty' | 'failed'> {
    const httpRequest = this.#session.get(this.#position.lastId, { onRetry: this.#position.onRetry })
    this.#httpRequest = httpRequest
    try {
      const reply = await httpRequest.send()
      if (reply.type === 'events') return (await this.#readEvents(reply.events)) ? 'heard' : 'empty'
    } catch (reason) {
      if (isTransient(reason)) return 'failed'
      throw this.#lost(reason)
    }
    httpRequest.abort()
    throw this.#lost()
  }

  /** Whether anything came. A connection that breaks ends like one that is closed: both may be resumed. */
  async #readEvents(events: AsyncIterable<ReceivedEvent>): Promise<boolean> {
    const { endpoint, connection } = this.#session
    let received = false
    try {
      for await (const event of events) {
        received = true
        receiveEvent(event, {
          endpoint,
          connection,
          accept: this.#position.accept,
          onInputRequest: this.#onInputRequest,
        })
      }
    } catch (reason) {
      if (!(reason instanceof RequestLost)) throw reason
    }
    return received
  }

  readonly #onInputRequest = (id: RpcId): void => {
    this.#session.endpoint.onInputRequest(id, this.#request.id)
    this.#inputRequestIds.add(id)
    const [oldest] = this.#inputRequestIds
    if (this.#inputRequestIds.size > this.#session.endpoint.limits.pipeInFlight && oldest !== undefined)
      this.#inputRequestIds.delete(oldest)
  }

  /** Nothing is left on which the server could say that it does not wait for an answer any more: it is taken as said. */
  #giveUp(): void {
    this.#httpRequest?.abort()
    const reason = `${this.#request.method} was given up`
    for (const requestId of this.#inputRequestIds) {
      this.#session.connection.receive({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId, reason },
      })
    }
  }

  #lost(cause?: unknown): Error {
    if (this.#session.isLostBy(cause)) return cause as Error // the pipe rejected the question already
    const { method } = this.#request
    const why = OmniportError.is(cause) ? `: ${cause.message}` : ''
    return new RequestLost(
      `${formatAddress(this.#session.endpoint.url)} ended the stream of ${method} without an answer${why}`,
      {
        cause,
      },
    )
  }
}

/** What may be better the next time. */
function isTransient(reason: unknown): boolean {
  if (reason instanceof HttpStatusError) return reason.isUndecided || reason.status >= 500
  return OmniportError.is(reason) && (reason.code === 'unreachable' || reason instanceof RequestLost)
}
