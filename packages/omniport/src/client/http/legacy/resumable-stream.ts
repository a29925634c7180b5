import { pause } from '../../../async/waiting/pause.js'
import type { RpcId } from '../../../jsonrpc/messages/messages.js'
import type { ConnectionUse } from '../../../transport/http-sender.js'
import { retryAfterOf } from '../http-status-error.js'
import type { OutboundHttpRequest } from '../outbound-http-request.js'
import type { ReceivedEvent } from '../read-events.js'
import type { ClientSession } from './client-session.js'
import { receiveEvents } from './receive-reply.js'
import { type ConnectionOutcome, StreamPosition } from './stream-position.js'

export interface ResumableStreamOptions {
  readonly session: ClientSession
  readonly use: ConnectionUse
  /** See `HttpSendRequest`. */
  readonly isQuiet?: boolean | undefined
  /** See `ReplyDestination`. */
  readonly id?: RpcId | undefined
  /** See `ReplyDestination`. */
  readonly onInputRequest?: ((id: RpcId) => void) | undefined
}

interface ConnectOptions {
  /** See `HttpSendRequest`. */
  readonly onSent?: (() => void) | undefined
  /** Called when the server has opened the stream. */
  readonly onOpen?: (() => void) | undefined
}

/**
 * One stream of a server over its connections: it goes on where the last connection ended. Its owner decides if it does.
 *
 * spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
export class ResumableStream {
  readonly #options: ResumableStreamOptions
  readonly #position = new StreamPosition()
  /** The first reply says when to come back: it is not one of many that soon ended. */
  #outcome: ConnectionOutcome = 'lasting'
  #retryAfterMs = 0
  #httpRequest: OutboundHttpRequest | undefined

  constructor(options: ResumableStreamOptions) {
    this.#options = options
  }

  /** The id of the last event. Undefined: the stream cannot go on where it ended. */
  get lastId(): string | undefined {
    return this.#position.lastId
  }

  get onRetry(): (ms: number) => void {
    return this.#position.onRetry
  }

  /** The next connection opens a new stream. */
  forget(): void {
    this.#position.forget()
  }

  /** Takes the request whose reply begins the stream. */
  begin(httpRequest: OutboundHttpRequest): void {
    this.#httpRequest = httpRequest
  }

  /** Passes on the messages that were not received before, until the connection ends. Rejects with OmniportError `limit`. */
  read(events: AsyncIterable<ReceivedEvent>): Promise<void> {
    const { session, id, onInputRequest } = this.#options
    const { endpoint, connection, answers } = session
    const { accept } = this.#position
    return receiveEvents(events, { endpoint, connection, answers, id, accept, onInputRequest })
  }

  /**
   * Opens a connection, and reads it to its end. Settles with false for a reply that is no stream. Rejects as
   * `OutboundHttpRequest.send` and `read` do.
   */
  async connect({ onSent, onOpen }: ConnectOptions = {}): Promise<boolean> {
    const { session, use, isQuiet } = this.#options
    const { runtime } = session.endpoint
    this.#outcome = 'failed'
    this.#retryAfterMs = 0
    const httpRequest = session.get(this.lastId, { onRetry: this.onRetry, isQuiet, onSent, use })
    this.#httpRequest = httpRequest
    try {
      const reply = await httpRequest.send()
      if (reply.type !== 'events') return false
      onOpen?.()
      const since = runtime.now()
      await this.read(reply.events)
      this.#outcome = runtime.now() - since >= lastingMs ? 'lasting' : 'brief'
      return true
    } catch (reason) {
      this.#retryAfterMs = retryAfterOf(reason)
      throw reason
    }
  }

  /** Waits before the next connection, or until `signal` aborts. */
  pause(signal: AbortSignal): Promise<void> {
    const { runtime } = this.#options.session.endpoint
    return pause(runtime, Math.max(this.#position.delayMs(this.#outcome, runtime), this.#retryAfterMs), signal)
  }

  /** See `OutboundHttpRequest`. */
  abort(): void {
    this.#httpRequest?.abort()
  }

  /** See `OutboundHttpRequest`. */
  linger(): void {
    this.#httpRequest?.linger()
  }
}

/** A connection that lasted this long counts as successful, even without an event. */
const lastingMs = 5_000
