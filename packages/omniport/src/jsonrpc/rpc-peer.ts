import { isPromise } from '../async/maybe-promise.js'
import type { Clock } from '../async/runtime/clock.js'
import type { RpcId, RpcMessage, RpcNotification, RpcRequest, RpcResponse } from './messages/messages.js'
import type { RpcError } from './messages/rpc-error.js'
import { Pending, type PendingOptions } from './pending.js'
import type { InFlightRequest } from './serving/in-flight-request.js'
import { InFlightRequests } from './serving/in-flight-requests.js'
import { type DirectServe, isRequestMessage } from './serving/serve.js'

/** A notification that is about a request rather than a message of its own. */
export type Control =
  /** The other side gave up the question `id`. */
  | { readonly type: 'cancel'; readonly id: RpcId; readonly reason: string | undefined }
  /** Belongs to our question `id`; `extend` says that it proves progress. */
  | { readonly type: 'related'; readonly id: RpcId; readonly extend: boolean }

/** What a peer needs from the protocol above it and the wire below it. */
export interface RpcPeerOptions<X> {
  /**
   * Writes one message; `isQuiet` is that of the request's options. Throws at once, having written nothing, when the message
   * cannot be serialised.
   */
  readonly send: (message: RpcMessage, isQuiet?: boolean) => void
  readonly serve: DirectServe<X>
  /** What surrounds an inbound message. An `RpcError` it throws is the answer. */
  readonly exchange: (message: RpcRequest | RpcNotification, inFlight: InFlightRequest | undefined) => X
  /** What an inbound notification says about a request, if that is what it does. */
  readonly control: (notification: RpcNotification) => Control | undefined
  /** How to tell the other side that `request` is given up; undefined where that is not allowed. */
  readonly cancellation: (request: RpcRequest, reason: string) => RpcNotification | undefined
  readonly clock: Clock
  /** How long serving `request` may take. Undefined: as long as it likes. */
  readonly deadlineMs?: ((request: RpcRequest) => number | undefined) | undefined
  /** Gets what went wrong while serving and could not be told to the other side in full. */
  readonly onError: (reason: unknown, message: RpcRequest | RpcNotification) => void
}

/**
 * Both directions of JSON-RPC over one connection: serves what arrives, and asks. Every request that arrives gets exactly
 * one response, or none when it is cancelled; every question asked settles. Whoever made it closes it.
 */
export class RpcPeer<X> {
  readonly #options: RpcPeerOptions<X>
  readonly #pending: Pending
  readonly #inFlightRequests: InFlightRequests

  constructor(options: RpcPeerOptions<X>) {
    this.#options = options
    this.#pending = new Pending(options.clock)
    this.#inFlightRequests = new InFlightRequests(options.clock, options.onError)
  }

  /** Requests being served now. */
  get inFlight(): number {
    return this.#inFlightRequests.size
  }

  /**
   * Takes one message. `reply` is where the response goes, by default back over the connection; a request that is cancelled
   * has none. `onEnd` is called once, after the response was sent or when there will be none; of requests only.
   */
  receive(message: RpcMessage, reply: (response: RpcResponse) => void = this.#options.send, onEnd?: () => void): void {
    if (!('method' in message)) {
      this.#pending.settle(message)
    } else if (isRequestMessage(message)) {
      this.#serveRequest(message, reply, onEnd)
    } else {
      this.#serveNotification(message)
    }
  }

  /** Whether the question `id` is not settled yet. */
  isPending(id: RpcId): boolean {
    return this.#pending.has(id)
  }

  /** Rejects the question `id`, because its answer arrived broken. */
  failRequest(id: RpcId, reason: unknown): boolean {
    return this.#pending.fail(id, reason)
  }

  /**
   * Asks, and settles with the response, be it a result or an error.
   *
   * Rejects with the signal's reason, `OmniportError` `timeout`, or what `close` was given; the other side is then told.
   */
  request(request: RpcRequest, options: PendingOptions = {}): Promise<RpcResponse> {
    try {
      return this.#request(request, options)
    } catch (reason) {
      return Promise.reject(reason)
    }
  }

  /** One promise, which is that of the answer. @throws what `request` rejects with before anything is sent. */
  #request(request: RpcRequest, options: PendingOptions): Promise<RpcResponse> {
    options.signal?.throwIfAborted()
    const answer = this.#pending.add(request.id, options, (reason) => {
      const cancellation = this.#options.cancellation(request, reason)
      if (cancellation !== undefined) this.notify(cancellation)
    })
    try {
      this.#options.send(request, options.isQuiet)
    } catch (problem) {
      this.#pending.fail(request.id, problem)
    }
    return answer
  }

  /** Sends a notification. @throws TypeError when JSON cannot carry it. */
  notify(notification: RpcNotification): void {
    this.#options.send(notification)
  }

  /** Ends, without an answer, every request being served for which `matches` holds. */
  cancelInFlight(reason: unknown, matches?: (request: RpcRequest) => boolean): void {
    this.#inFlightRequests.cancelAll(reason, matches)
  }

  /** Ends every request being served with an error response. */
  expireInFlight(error: RpcError): void {
    this.#inFlightRequests.expireAll(error)
  }

  /** Rejects everything that was asked. */
  closeRequests(reason: unknown): void {
    this.#pending.closeAll(reason)
  }

  /** Resolves when nothing is being served. */
  idle(): Promise<void> {
    return this.#inFlightRequests.idle()
  }

  readonly #exchange = (inFlight: InFlightRequest): X => this.#options.exchange(inFlight.request, inFlight)

  #serveRequest(request: RpcRequest, reply: (response: RpcResponse) => void, onEnd: (() => void) | undefined): void {
    const { serve, deadlineMs } = this.#options
    this.#inFlightRequests.start(request, {
      serve,
      exchange: this.#exchange,
      reply,
      onEnd,
      deadlineMs: deadlineMs?.(request),
    })
  }

  #serveNotification(notification: RpcNotification): void {
    const control = this.#options.control(notification)
    if (control?.type === 'cancel') {
      this.#inFlightRequests.cancel(
        control.id,
        new DOMException(control.reason ?? 'Cancelled by the peer', 'AbortError'),
      )
    }
    if (control?.type === 'related') this.#relate(notification, control)
    this.#observe(notification)
  }

  #relate(notification: RpcNotification, { id, extend }: Extract<Control, { type: 'related' }>): void {
    try {
      this.#pending.notify(id, notification, extend)
    } catch (reason) {
      this.#options.onError(reason, notification)
    }
  }

  #observe(notification: RpcNotification): void {
    const { serve, exchange, onError } = this.#options
    try {
      const served = serve(notification, exchange(notification, undefined))
      if (isPromise(served)) served.then(undefined, (reason: unknown) => onError(reason, notification))
    } catch (reason) {
      onError(reason, notification)
    }
  }
}
