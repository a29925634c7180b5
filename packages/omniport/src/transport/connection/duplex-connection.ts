import type { Clock } from '../../async/runtime/clock.js'
import type { RpcId, RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { InvalidMessage } from '../../jsonrpc/messages/parse-message.js'
import type { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { PendingOptions } from '../../jsonrpc/pending.js'
import type { InFlightRequest } from '../../jsonrpc/serving/in-flight-request.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import type { Exchange, Serve } from '../../protocol/exchange/exchange.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { newestLegacyRevision, type Revision } from '../../protocol/revisions/revision.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ClientTransport } from '../client-transport.js'
import { MessageExchange } from '../exchange/message-exchange.js'
import { Connection } from './connection.js'
import type { MessageSink } from './message-sink.js'
import { receiveBatch } from './receive-batch.js'
import { SentRequests } from './sent-requests.js'

export interface DuplexConnectionOptions {
  readonly sink: MessageSink
  readonly serve: Serve
  readonly limits: Limits
  readonly runtime: Clock
  /** Receives the errors of invalid and unexpected messages. The connection goes on. */
  readonly onError: (error: unknown) => void
  readonly close: () => Promise<void>
  readonly pid?: number | undefined
}

/** The client's end of a duplex channel. The channel calls `receive`, and `end` once when the other side is gone. */
export class DuplexConnection implements ClientTransport {
  readonly pid: number | undefined
  readonly closed: Promise<Error | undefined>
  readonly #options: DuplexConnectionOptions
  readonly #connection: Connection
  readonly #requests: SentRequests
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
      side: 'client',
      sink: options.sink,
      serve: options.serve,
      createExchange: this.#createExchange,
      clock: options.runtime,
      onError: options.onError,
    })
    this.#requests = new SentRequests(options.sink, options.runtime)
    this.#connection.requests = this.#requests
  }

  get revision(): Revision | undefined {
    return this.#connection.revision
  }

  set revision(revision: Revision | undefined) {
    this.#connection.revision = revision
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Takes one value that arrived. Never throws. */
  receive(value: unknown): void {
    if (this.#isOver) return
    const { sink, limits } = this.#options
    if (!Array.isArray(value)) this.#connection.receive(value)
    else receiveBatch(this.#connection, value, { sink, limit: limits.batch, mayMix: true })
  }

  /**
   * Takes the error for input that is not a message. An invalid response rejects the request it names. Other output of a server
   * is reported and never answered.
   */
  receiveBroken(error: RpcError): void {
    if (error instanceof InvalidMessage && !this.#isOver) this.#connection.receiveBroken(error)
    else this.#options.onError(error)
  }

  /** Returns true if the request `id` is not settled yet. */
  isPending(id: RpcId): boolean {
    return this.#requests.pending.has(id)
  }

  /** Returns true if the request `id` is not settled yet, and takes a result that is not parsed. */
  readonly acceptsRaw = (id: RpcId): boolean => this.#requests.pending.acceptsRaw(id)

  /** Rejects the request `id`: it could not be sent, or its response will not come. Returns false if it was settled already. */
  failRequest(id: RpcId, reason: unknown): boolean {
    return this.#requests.pending.fail(id, reason)
  }

  /** The other side is gone: every pending request rejects with `reason`. */
  end(reason: Error | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    const closed = reason ?? new OmniportError('closed', 'The connection was closed')
    this.#requests.pending.closeAll(closed)
    this.#connection.inFlight.cancelAll(closed)
    this.#resolveClosed(reason)
  }

  request(message: RpcRequest, options?: PendingOptions): Promise<RpcResponse> {
    if (this.#isOver) return Promise.reject(new OmniportError('closed', 'The connection is closed'))
    return this.#requests.request(message, options)
  }

  notify(message: RpcNotification): void {
    if (!this.#isOver) this.#connection.notify(message)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.end(undefined)
    await this.#options.close()
  }

  /** Rejects a request that the revision does not allow: it is reported and not answered. spec: basic/patterns/index */
  readonly #createExchange = (
    message: RpcRequest | RpcNotification,
    inFlight: InFlightRequest | undefined,
  ): Exchange => {
    const revision = this.revision ?? newestLegacyRevision
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
