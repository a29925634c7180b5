import type { Clock } from '../../async/runtime/clock.js'
import type { RpcId, RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { InvalidMessage } from '../../jsonrpc/messages/parse-message.js'
import type { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { PendingOptions } from '../../jsonrpc/pending.js'
import type { Control } from '../../jsonrpc/rpc-peer.js'
import type { InFlightRequest } from '../../jsonrpc/serving/in-flight-request.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import { controlOf } from '../../protocol/exchange/control.js'
import type { Exchange, Serve } from '../../protocol/exchange/exchange.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ClientTransport } from '../client-transport.js'
import { MessageExchange } from '../exchange/message-exchange.js'
import { Connection } from './connection.js'
import type { MessageSink } from './message-sink.js'

/** What a link over a pipe is made from. */
export interface DuplexConnectionOptions {
  readonly sink: MessageSink
  /** Answers what the server asks and hears what it announces. */
  readonly serve: Serve
  readonly limits: Limits
  readonly runtime: Clock
  /** Gets what arrived broken or unasked. The connection goes on. */
  readonly onError: (error: unknown) => void
  /** Ends whatever carries the wire. */
  readonly close: () => Promise<void>
  readonly pid?: number | undefined
}

/** The asking end of a pipe. The transport feeds `receive` and calls `end` once when the other side is gone. */
export class DuplexConnection implements ClientTransport {
  revision: Revision | undefined
  readonly pid: number | undefined
  readonly closed: Promise<Error | undefined>
  readonly #options: DuplexConnectionOptions
  readonly #connection: Connection
  #resolveClosed: (reason: Error | undefined) => void = () => {}
  #isOver = false
  #closing: Promise<void> | undefined

  constructor(options: DuplexConnectionOptions) {
    this.#options = options
    this.pid = options.pid
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve
    })
    this.#connection = new Connection({
      sink: { send: (message, isQuiet) => this.#send(message, isQuiet) },
      serve: options.serve,
      exchange: this.#exchange,
      control: this.#control,
      revision: () => this.revision,
      clock: options.runtime,
      batch: options.limits.batch,
      onError: options.onError,
    })
  }

  /** Whether nothing more is taken or sent. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Takes one value that arrived. Never throws. */
  receive(value: unknown): void {
    if (!this.#isOver) this.#connection.receive(value)
  }

  /**
   * Takes note of something that arrived and is no message: what a server prints is reported, never answered. A broken
   * response rejects the question it names.
   */
  receiveBroken(error: RpcError): void {
    if (error instanceof InvalidMessage && !this.#isOver) this.#connection.receiveBroken(error)
    else this.#options.onError(error)
  }

  /** Whether the question `id` is not settled yet. */
  isPending(id: RpcId): boolean {
    return this.#connection.peer.isPending(id)
  }

  /** Rejects the question `id`: it could not be sent, or its answer will not come. False: nobody waits for it (any more). */
  failRequest(id: RpcId, reason: unknown): boolean {
    return this.#connection.peer.failRequest(id, reason)
  }

  /** The other side is gone: everything that was asked rejects with `reason`. */
  end(reason: Error | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    const closed = reason ?? new OmniportError('closed', 'The connection was closed')
    this.#connection.peer.closeRequests(closed)
    this.#connection.peer.cancelInFlight(closed)
    this.#resolveClosed(reason)
  }

  request(message: RpcRequest, options?: PendingOptions): Promise<RpcResponse> {
    if (this.#isOver) return Promise.reject(new OmniportError('closed', 'The connection is closed'))
    return this.#connection.peer.request(message, options)
  }

  notify(message: RpcNotification): void {
    if (!this.#isOver) this.#connection.peer.notify(message)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /**
   * A client answers what it is asked under a legacy revision, and nothing else.
   *
   * spec: basic/transports/stdio#sending-messages
   */
  #send(message: RpcMessage | readonly RpcMessage[], isQuiet: boolean | undefined): void {
    const isResponse = !Array.isArray(message) && 'id' in message && !('method' in message)
    if (isResponse && (message.id === null || (this.revision !== undefined && !isLegacy(this.revision)))) return
    this.#options.sink.send(message, isQuiet)
  }

  async #close(): Promise<void> {
    this.end(undefined)
    await this.#options.close()
  }

  /** Under a modern revision a cancellation from the server is about our own `subscriptions/listen`. */
  readonly #control = (notification: RpcNotification): Control | undefined => {
    const control = controlOf(notification)
    if (control?.type !== 'cancel' || this.revision === undefined || isLegacy(this.revision)) return control
    return { type: 'related', id: control.id, extend: false }
  }

  /**
   * spec: basic/patterns/index — a modern client never answers; what a server asks there is reported and dropped.
   */
  readonly #exchange = (message: RpcRequest | RpcNotification, inFlight: InFlightRequest | undefined): Exchange => {
    const revision = this.revision ?? '2025-11-25'
    if (isRequestMessage(message) && !isLegacy(revision)) {
      const unexpected = new OmniportError(
        'invalid_result',
        `The server asked ${message.method}, which ${revision} forbids`,
      )
      this.#options.onError(unexpected)
      inFlight?.cancel(unexpected)
      throw unexpected
    }
    const send = (notification: RpcNotification) => this.notify(notification)
    return new MessageExchange({ inFlight, revision, client: { capabilities: {} }, send })
  }
}
