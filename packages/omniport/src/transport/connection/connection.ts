import { isPromise } from '../../async/maybe-promise.js'
import type { Clock } from '../../async/runtime/clock.js'
import type { RpcId, RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { InvalidMessage, parseMessage } from '../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { InFlightRequest } from '../../jsonrpc/serving/in-flight-request.js'
import { InFlightRequests } from '../../jsonrpc/serving/in-flight-requests.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import type { Slots } from '../../jsonrpc/serving/slots.js'
import { abortErrorOf, controlOf } from '../../protocol/exchange/control.js'
import type { DirectServe, Exchange } from '../../protocol/exchange/exchange.js'
import { handlerDeadlineMs } from '../../protocol/methods/handler-deadline.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { isLegacy, profileOf } from '../../protocol/revisions/revision-profile.js'
import type { MessageSink } from './message-sink.js'
import type { SentRequests } from './sent-requests.js'

export interface ConnectionOptions {
  readonly side: 'client' | 'server'
  readonly sink: MessageSink
  readonly serve: DirectServe
  /** Creates the context of an inbound message. An `RpcError` that it throws is the response. */
  readonly createExchange: (message: RpcRequest | RpcNotification, inFlight: InFlightRequest | undefined) => Exchange
  /** Called for each request that arrives, before it is served. An `RpcError` that it throws is the response. */
  readonly admit?: ((inFlight: InFlightRequest) => void) | undefined
  readonly clock: Clock
  /** Time that serving a request may take. Default: no limit. */
  readonly handlerMs?: number | undefined
  /** Receives failures that the other side is not informed of in full. */
  readonly onError: (reason: unknown, message?: RpcRequest | RpcNotification) => void
}

interface DispatchOptions {
  readonly reply?: ((response: RpcResponse) => void) | undefined
  readonly onEnd?: (() => void) | undefined
  readonly slots?: Slots | undefined
}

const noOptions: DispatchOptions = Object.freeze({})

/**
 * Both directions of JSON-RPC over one channel: checks the envelope, serves what arrives, and passes on responses. Every request
 * that arrives gets exactly one response, or none when it is cancelled. Works on values, so that lines and objects take the same
 * path.
 */
export class Connection {
  readonly inFlight: InFlightRequests
  /** The requests of this side. Set by the holder before it sends one. */
  requests: SentRequests | undefined
  /** Set by the holder once it is known. */
  revision: Revision | undefined
  readonly #options: ConnectionOptions

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.inFlight = new InFlightRequests(options.clock, options.onError)
  }

  /** Takes one value that arrived, and is not a batch: `receiveBatch` takes those. Never throws. */
  receive(value: unknown): void {
    let message: RpcMessage
    try {
      message = parseMessage(value)
    } catch (reason) {
      this.receiveBroken(reason as InvalidMessage) // parseMessage throws nothing else
      return
    }
    this.dispatch(message)
  }

  /**
   * Takes one parsed message. `reply` sends the response, by default over the connection. `onEnd` is called once after a
   * request was answered or cancelled. `slots` are those of its batch.
   */
  dispatch(message: RpcMessage, { reply = this.#respond, onEnd, slots }: DispatchOptions = noOptions): void {
    if (!('method' in message)) {
      this.#settle(message)
    } else if (isRequestMessage(message)) {
      const { serve, admit, handlerMs } = this.#options
      const deadlineMs = handlerDeadlineMs(message.method, { handlerMs })
      this.inFlight.start(message, { serve, exchange: this.#exchangeOf, reply, admit, slots, onEnd, deadlineMs })
    } else {
      this.#dispatchNotification(message)
    }
  }

  /**
   * Takes the error for input that is not a message. An invalid response rejects the pending request it names. Other input is
   * reported and answered: with its id if that could be read, else without one if the revision allows such a response.
   */
  receiveBroken(
    error: RpcError,
    id: RpcId | null = error instanceof InvalidMessage ? error.id : null,
    reply: (response: RpcResponse) => void = this.#respond,
  ): void {
    if (this.#failPending(error)) return
    this.#options.onError(error)
    if (error instanceof InvalidMessage && error.shape === 'response') return
    if (id === null && !this.#sendsIdlessErrors) return
    reply({ jsonrpc: '2.0', id, error: error.toObject() })
  }

  /** Sends a notification. @throws TypeError when JSON cannot carry it. */
  notify(notification: RpcNotification): void {
    this.#options.sink.send(notification)
  }

  /** spec: basic/transports/stdio#sending-messages */
  readonly #respond = (response: RpcResponse): void => {
    if (this.#answersRequests) this.#options.sink.send(response)
  }

  readonly #exchangeOf = (inFlight: InFlightRequest): Exchange =>
    this.#options.createExchange(inFlight.request, inFlight)

  /** Since 2026-07-28 servers send no requests. */
  get #answersRequests(): boolean {
    return this.#options.side === 'server' || this.revision === undefined || isLegacy(this.revision)
  }

  get #sendsIdlessErrors(): boolean {
    return this.#options.side === 'server' && (this.revision === undefined || profileOf(this.revision).idlessErrors)
  }

  /** An error without an id may be the answer to any request in flight: it rejects the only one, or is reported. */
  #settle(response: RpcResponse): void {
    if (this.requests?.pending.settle(response) === true || response.id !== null || response.error === undefined) return
    const { code, message, data } = response.error
    this.#options.onError(new RpcError(code, message, data))
  }

  #dispatchNotification(notification: RpcNotification): void {
    const control = controlOf(notification)
    if (control?.type === 'cancel' && this.#answersRequests) {
      this.inFlight.cancel(control.id, abortErrorOf(control))
    } else if (control !== undefined) {
      // A client that answers no requests is informed here of the end of its own `subscriptions/listen`.
      this.#relate(notification, control.id, control.type === 'related' && control.extend)
    }
    this.#serveNotification(notification)
  }

  #relate(notification: RpcNotification, id: RpcId, extend: boolean): void {
    try {
      this.requests?.pending.notify(id, notification, extend)
    } catch (reason) {
      this.#options.onError(reason, notification)
    }
  }

  #serveNotification(notification: RpcNotification): void {
    const { serve, createExchange, onError } = this.#options
    try {
      const served = serve(notification, createExchange(notification, undefined))
      if (isPromise(served)) served.then(undefined, (reason: unknown) => onError(reason, notification))
    } catch (reason) {
      onError(reason, notification)
    }
  }

  /** Returns true if `error` was the response to a pending request. */
  #failPending(error: RpcError): boolean {
    if (!(error instanceof InvalidMessage) || error.shape === 'request' || error.id === null) return false
    return this.requests?.pending.fail(error.id, error) === true
  }
}
