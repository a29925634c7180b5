import { isPromise } from '../../async/maybe-promise.js'
import type { Clock } from '../../async/runtime/clock.js'
import { cloneMessage } from '../../jsonrpc/messages/clone-message.js'
import type { RpcId, RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { InvalidMessage, parseMessage } from '../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { Pending, type PendingOptions } from '../../jsonrpc/pending.js'
import type { InFlightRequest } from '../../jsonrpc/serving/in-flight-request.js'
import { InFlightRequests } from '../../jsonrpc/serving/in-flight-requests.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import { Slots } from '../../jsonrpc/serving/slots.js'
import { abortErrorOf, cancellationOf, controlOf } from '../../protocol/exchange/control.js'
import type { DirectServe, Exchange } from '../../protocol/exchange/exchange.js'
import { handlerDeadlineMs } from '../../protocol/methods/handler-deadline.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { isLegacy, profileOf } from '../../protocol/revisions/revision-profile.js'
import type { MessageSink } from './message-sink.js'
import { type Batch, idsInBatch, parseBatch } from './parse-batch.js'

export interface ConnectionOptions {
  readonly side: 'client' | 'server'
  readonly sink: MessageSink
  readonly serve: DirectServe
  /** Creates the context of an inbound message. An `RpcError` that it throws is the response. */
  readonly createExchange: (message: RpcRequest | RpcNotification, inFlight: InFlightRequest | undefined) => Exchange
  /** Called for each request that arrives, before it is served. An `RpcError` that it throws is the response. */
  readonly admit?: ((inFlight: InFlightRequest) => void) | undefined
  /** The number of requests of a batch that may begin now; the others wait for these. Default: all. */
  readonly freeSlots?: (() => number) | undefined
  readonly clock: Clock
  /** Longest batch that is accepted. */
  readonly batch: number
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
 * Both directions of JSON-RPC over one channel: checks the envelope, serves what arrives, and sends requests. Every request
 * that arrives gets exactly one response, or none when it is cancelled; every request sent settles. Works on values, so that
 * lines and objects take the same path.
 */
export class Connection {
  readonly pending: Pending
  readonly inFlight: InFlightRequests
  /** Set by the holder once it is known. */
  revision: Revision | undefined
  readonly #options: ConnectionOptions

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.pending = new Pending(options.clock)
    this.inFlight = new InFlightRequests(options.clock, options.onError)
  }

  /** Takes one value that arrived: a message, or a batch. Never throws. */
  receive(value: unknown): void {
    if (Array.isArray(value)) {
      this.#receiveBatch(value)
      return
    }
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

  /**
   * Sends a request and settles with its response, be it a result or an error.
   *
   * Rejects with the signal's reason, with `OmniportError` `timeout`, or with what `pending.closeAll` was given. On abort and
   * timeout the other side is informed.
   */
  request(request: RpcRequest, options: PendingOptions = {}): Promise<RpcResponse> {
    try {
      return this.#request(request, options)
    } catch (reason) {
      return Promise.reject(reason)
    }
  }

  /** Returns the promise of the response itself. @throws what `request` rejects with before anything is sent. */
  #request(request: RpcRequest, options: PendingOptions): Promise<RpcResponse> {
    options.signal?.throwIfAborted()
    const response = this.pending.add(request.id, options, (reason) => {
      const cancellation = cancellationOf(request, reason)
      if (cancellation !== undefined) this.notify(cancellation)
    })
    try {
      this.#options.sink.send(request, options)
    } catch (problem) {
      this.pending.fail(request.id, problem)
    }
    return response
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
    if (this.pending.settle(response) || response.id !== null || response.error === undefined) return
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
      this.pending.notify(id, notification, extend)
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
    return this.pending.fail(error.id, error)
  }

  /** spec: 2025-03-26 basic/index#batching */
  #receiveBatch(values: readonly unknown[]): void {
    const { revision } = this
    try {
      if (revision === undefined || !profileOf(revision).batch) throw RpcError.invalidRequest('Batches are not allowed')
      const { batch, side } = this.#options
      this.#dispatchBatch(parseBatch(values, { limit: batch, mayMix: side === 'client' }))
    } catch (reason) {
      this.#refuseBatch(values, RpcError.from(reason))
    }
  }

  /** Sends the responses to a batch as one array, when the last of its requests has ended. */
  #dispatchBatch({ messages, broken }: Batch): void {
    const responses: RpcResponse[] = []
    const slots = this.#slots()
    let openCount = 1 + messages.filter(isRequestMessage).length
    // A clone, since one response that JSON cannot carry would take the others with it.
    const reply = (response: RpcResponse) => void responses.push(cloneMessage(response) as RpcResponse)
    const onEnd = () => {
      openCount -= 1
      if (openCount === 0 && responses.length > 0) this.#options.sink.send(responses)
    }
    for (const error of broken) this.receiveBroken(error, error.id, reply)
    for (const message of messages) this.dispatch(message, { reply, onEnd, slots })
    onEnd()
  }

  #slots(): Slots | undefined {
    const free = this.#options.freeSlots?.()
    return free === undefined ? undefined : new Slots(Math.max(1, free))
  }

  /** Every request in a batch that is refused gets the error, so that no caller is left waiting. */
  #refuseBatch(values: readonly unknown[], error: RpcError): void {
    const ids = idsInBatch(values)
    if (ids.length === 0) this.receiveBroken(error)
    for (const id of ids.slice(0, this.#options.batch)) this.receiveBroken(error, id)
  }
}
