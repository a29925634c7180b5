import { pause } from '../../../async/waiting/pause.js'
import { hasCode } from '../../../values/errors/has-code.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { RequestLost } from '../../requests/request-lost.js'
import { formatAddress } from '../http-endpoint.js'
import { HttpStatusError } from '../http-status-error.js'
import type { OutboundHttpRequest } from '../outbound-http-request.js'
import type { ReceivedEvent } from '../read-events.js'
import type { ClientSession } from './client-session.js'
import { receiveEvents } from './receive-reply.js'
import { type ConnectionOutcome, StreamPosition } from './stream-position.js'

/**
 * The stream of messages that belong to no request, opened again whenever it ends. A server need not have one.
 *
 * spec: 2025-11-25 basic/transports#listening-for-messages-from-the-server
 */
export class GetStream {
  readonly #session: ClientSession
  readonly #onGap: () => void
  readonly #position = new StreamPosition()
  readonly #closed = new AbortController()
  #httpRequest: OutboundHttpRequest | undefined
  #hasAsked = false
  #hasWorked = false

  /** `onGap` is called when messages may have been missed. */
  constructor(session: ClientSession, onGap: () => void) {
    this.#session = session
    this.#onGap = onGap
  }

  /** Reads until the transport closes, or the server has no stream. Never rejects. */
  async run(): Promise<void> {
    const { runtime } = this.#session.endpoint
    while (!this.#closed.signal.aborted) {
      const outcome = await this.#connect()
      if (outcome === 'over') return
      await pause(runtime, this.#position.delayMs(outcome, runtime), this.#closed.signal)
    }
  }

  close(): void {
    this.#closed.abort()
    this.#httpRequest?.abort()
  }

  async #connect(): Promise<ConnectionOutcome | 'over'> {
    const { lastId } = this.#position
    // The reply may have been cut before its first event arrived.
    const isGap = this.#hasAsked && lastId === undefined
    this.#hasAsked = true
    const httpRequest = this.#session.get(lastId, { onRetry: this.#position.onRetry, isQuiet: true })
    this.#httpRequest = httpRequest
    try {
      const reply = await httpRequest.send()
      if (reply.type !== 'events') return this.#refused(undefined)
      if (isGap) this.#onGap()
      this.#hasWorked = true
      return await this.#readEvents(reply.events)
    } catch (reason) {
      return this.#refused(reason)
    }
  }

  async #readEvents(events: AsyncIterable<ReceivedEvent>): Promise<ConnectionOutcome> {
    const { endpoint, connection } = this.#session
    const since = endpoint.runtime.now()
    const received = await receiveEvents(events, { endpoint, connection, accept: this.#position.accept })
    return received || endpoint.runtime.now() - since >= longMs ? 'received' : 'empty'
  }

  /** A server that refuses to resume may still open a new stream. One that has no stream is not asked again. */
  #refused(reason: unknown): 'failed' | 'over' {
    const { endpoint } = this.#session
    if (this.#closed.signal.aborted) return 'over'
    if (this.#hasWorked && this.#session.isLostBy(reason)) return 'over'
    if (reason instanceof HttpStatusError) {
      if (reason.isUndecided || reason.status === 500) return this.#report(reason, 'failed')
      if (this.#position.lastId === undefined)
        return noStreamStatuses.has(reason.status) ? 'over' : this.#report(reason, 'over')
      this.#position.forget()
      return 'failed'
    }
    if (hasCode(reason, 'unauthorized')) return this.#report(reason, 'failed')
    if (hasCode(reason, 'unreachable') || reason instanceof RequestLost) return 'failed'
    const problem = new OmniportError('invalid_result', `${formatAddress(endpoint.url)} opened no stream`)
    return this.#report(reason ?? problem, 'over')
  }

  #report<T>(reason: unknown, outcome: T): T {
    this.#session.endpoint.report(reason)
    return outcome
  }
}

/** Servers without such a stream answer with these. */
const noStreamStatuses: ReadonlySet<number> = new Set([400, 404, 405, 406, 501])

/** A connection that lasted this long counts as successful, even without an event. */
const longMs = 5_000
