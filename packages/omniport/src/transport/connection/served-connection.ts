import { consoleLogger, type Logger } from '../../async/runtime/logger.js'
import { randomId } from '../../async/runtime/random-id.js'
import { defaultRuntime, type Runtime } from '../../async/runtime/runtime.js'
import type { RpcId, RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { toDirect } from '../../jsonrpc/serving/direct-serve.js'
import type { InFlightRequest, RequestEnd } from '../../jsonrpc/serving/in-flight-request.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import { counterOffer, decodeInitialize, decodeRequestMeta } from '../../protocol/codec/codec-of.js'
import { unsupportedVersion } from '../../protocol/errors/unsupported-version.js'
import { cancellationOf, controlOf } from '../../protocol/exchange/control.js'
import type { Ask, DirectServe, Exchange } from '../../protocol/exchange/exchange.js'
import { defaultLimits, type Limits } from '../../protocol/limits/limits.js'
import { methodsWithoutDeadline } from '../../protocol/methods/methods-without-deadline.js'
import { classify } from '../../protocol/revisions/classify.js'
import { isRevision, newestRevision, type Revision, revisions } from '../../protocol/revisions/revision.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ServeTarget } from '../environment.js'
import { type Caller, MessageExchange } from '../exchange/message-exchange.js'
import { createOutgoingRequest, resultOf } from '../exchange/outgoing-request.js'
import { Connection } from './connection.js'
import { DuplexSession } from './duplex-session.js'
import type { MessageSink } from './message-sink.js'
import { PacedNotifications } from './paced-notifications.js'

/** What a transport read and holds back until there is room for it. */
export interface BufferedMessages {
  /** Hands it on, room or not. */
  release(): void
  /** Resolves when nothing is held back. */
  emptied(): Promise<void>
}

/**
 * The serving end of a pipe: one client that may speak any revision, and modern requests beside a legacy session. The
 * transport feeds `receive`, watches `busy`, and ends it.
 */
export class ServedConnection {
  readonly #direct: DirectServe
  readonly #sink: MessageSink
  readonly #caller: Caller | undefined
  readonly #limits: Limits
  readonly #runtime: Runtime
  readonly #logger: Logger
  readonly #revisions: readonly Revision[]
  readonly #connection: Connection
  readonly #notifications: PacedNotifications
  #session: DuplexSession | undefined
  #lastRevision: Revision | undefined
  #backlog: unknown[] | undefined
  #closedBy: OmniportError | undefined
  /** Why nothing more is served. */
  #refusal: RpcError | undefined
  #isAborted = false
  #subscriptionCount = 0

  /** `caller` says who is at the other end, where the transport knows. */
  constructor(target: ServeTarget, sink: MessageSink, caller?: Caller) {
    const { limits, runtime, logger, revisions: served } = target.environment ?? {}
    this.#direct = toDirect(target.serve)
    this.#sink = sink
    this.#caller = caller
    this.#limits = limits ?? defaultLimits
    this.#runtime = runtime ?? defaultRuntime
    this.#logger = logger ?? consoleLogger
    this.#revisions = served ?? revisions
    this.#connection = this.#connect()
    this.#notifications = new PacedNotifications({
      send: (message) => this.#connection.peer.notify(message),
      isFull: () => sink.full === true,
      onDrop: () =>
        this.#logger.warn('Log messages and progress are left out: the client does not read (limits.outboxBytes)'),
    })
  }

  /**
   * Takes one value that arrived: a message, or a batch. Never throws. What follows `initialize` without waiting for its
   * answer is kept until that is sent, so that it finds its session. After `abort` nothing is taken any more.
   */
  receive(value: unknown): void {
    if (this.#isAborted) return
    if (this.#backlog === undefined) this.#connection.receive(value)
    else this.#backlog.push(value)
  }

  /** Takes note of something that arrived and is no message; see `Connection.receiveBroken`. */
  receiveBroken(error: RpcError, id?: RpcId | null): void {
    this.#connection.receiveBroken(error, id)
  }

  /** Less waits to be written than before: what was held back may go out. */
  flush(): void {
    this.#notifications.flush()
  }

  /** Whether so much is being served that further requests should wait. Subscriptions last and do not count. */
  get busy(): boolean {
    const serving = this.#connection.peer.inFlight - this.#subscriptionCount
    return this.#backlog !== undefined || serving >= this.#limits.pipeInFlight
  }

  /**
   * Ends the connection after its input ended: questions reject, subscriptions end, and calls in flight may finish for
   * `drainMs`; those that do not are answered with -32603 and aborted. What `bufferedMessages` holds back is served in its turn, or refused
   * then. Resolves when nothing is being served any more.
   */
  async end(drainMs: number, bufferedMessages?: BufferedMessages): Promise<void> {
    const { peer } = this.#connection
    const closed = new OmniportError('closed', 'The client ended the connection')
    this.#close(closed)
    peer.cancelInFlight(closed, (request) => request.method === 'subscriptions/listen')
    const expire = () => {
      this.#refusal = RpcError.internal('The server is closing')
      peer.expireInFlight(this.#refusal)
      bufferedMessages?.release()
    }
    const stop = this.#runtime.after(drainMs, expire)
    await bufferedMessages?.emptied()
    // The end of one call may start others: those that waited for `initialize`.
    do {
      await peer.idle()
      if (this.#refusal !== undefined) expire()
    } while (peer.inFlight > 0)
    stop()
  }

  /** Ends the connection at once: nobody is left to answer to. */
  abort(reason: unknown): void {
    this.#isAborted = true
    this.#close(reason)
    this.#connection.peer.cancelInFlight(reason)
  }

  #close(reason: unknown): void {
    const closed = OmniportError.is(reason)
      ? reason
      : new OmniportError('closed', 'The connection is over', { cause: reason })
    this.#closedBy ??= closed
    this.#connection.peer.closeRequests(closed)
    this.#session?.close(closed)
  }

  #connect(): Connection {
    return new Connection({
      sink: this.#sink,
      serve: this.#serve,
      exchange: this.#exchange,
      control: controlOf,
      revision: () => this.#session?.revision ?? this.#lastRevision,
      clock: this.#runtime,
      batch: this.#limits.batch,
      deadlineMs: ({ method }) => (methodsWithoutDeadline.has(method) ? undefined : this.#limits.handlerMs),
      onError: (error, message) => {
        this.#logger.error(message === undefined ? 'A broken message arrived' : `${message.method} failed`, { error })
      },
    })
  }

  readonly #serve: DirectServe = (message, exchange) => {
    if (message.method === 'notifications/initialized') this.#session?.open()
    return this.#direct(message, exchange)
  }

  readonly #exchange = (message: RpcRequest | RpcNotification, inFlight: InFlightRequest | undefined): Exchange => {
    if (this.#refusal !== undefined) throw this.#refusal
    const era = classify(message, { session: this.#session })
    if (era === 'modern') return this.#modernExchange(message, inFlight)
    if (message.method === 'initialize' && inFlight !== undefined) return this.#initializeExchange(message, inFlight)
    if (this.#session !== undefined) return this.#legacyExchange(this.#session, inFlight)
    if (message.method === 'ping' || !isRequestMessage(message)) return this.#earlyExchange(inFlight)
    throw RpcError.invalidParams(
      `Send initialize first, or the fields of ${newestRevision} in params._meta: "io.modelcontextprotocol/protocolVersion" is missing`,
    )
  }

  #modernExchange(message: RpcRequest | RpcNotification, inFlight: InFlightRequest | undefined): Exchange {
    const { version, client } = decodeRequestMeta(message.params)
    if (!isRevision(version) || isLegacy(version) || !this.#revisions.includes(version)) {
      throw unsupportedVersion(version, this.#revisions)
    }
    this.#lastRevision = version
    if (message.method === 'subscriptions/listen' && inFlight !== undefined) {
      this.#subscriptionCount += 1
      inFlight.onEnd((end) => this.#onSubscriptionEnd(inFlight.request, end))
    }
    return new MessageExchange({ inFlight, revision: version, client, send: this.#send, caller: this.#caller })
  }

  /** The end of a subscription that the server ended is said twice: by its result, and by name. */
  #onSubscriptionEnd(request: RpcRequest, end: RequestEnd): void {
    this.#subscriptionCount -= 1
    this.#notifications.forget(request.id)
    // spec: basic/patterns/cancellation
    const cancellation = end === 'result' ? cancellationOf(request, 'The server ended the subscription') : undefined
    if (cancellation !== undefined) this.#send(cancellation)
  }

  #initializeExchange(message: RpcRequest | RpcNotification, inFlight: InFlightRequest): Exchange {
    const { offered, client } = decodeInitialize(message.params)
    const revision = counterOffer(offered, this.#revisions)
    if (revision === undefined) throw unsupportedVersion(offered, this.#revisions)
    const id = randomId(this.#runtime, 16)
    const session = new DuplexSession({ id, revision, client, send: this.#send, ask: this.#ask })
    this.#backlog = []
    inFlight.onEnd((end) => this.#onInitializeEnd(session, end))
    // Nothing can be asked: the answer would wait behind the end of this call.
    return new MessageExchange({ inFlight, revision, client, session, send: this.#send, caller: this.#caller })
  }

  /** The session is kept only if the client was told so. A second `initialize` starts over. */
  #onInitializeEnd(session: DuplexSession, end: RequestEnd): void {
    if (end !== 'result') {
      session.close(new OmniportError('closed', 'initialize failed'))
    } else {
      this.#session?.close(new OmniportError('closed', 'The client initialized again'))
      this.#session = session
      if (this.#closedBy !== undefined) session.close(this.#closedBy)
    }
    this.#resume()
  }

  #resume(): void {
    const backlog = this.#backlog ?? []
    this.#backlog = undefined
    for (const value of backlog) this.receive(value)
  }

  #legacyExchange(session: DuplexSession, inFlight: InFlightRequest | undefined): Exchange {
    const { revision, client } = session
    return new MessageExchange({
      inFlight,
      revision,
      client,
      session,
      send: this.#send,
      ask: this.#ask,
      caller: this.#caller,
    })
  }

  /** Before any revision is known: `ping`, and notifications that change nothing. */
  #earlyExchange(inFlight: InFlightRequest | undefined): Exchange {
    const revision = this.#revisions.find(isLegacy) ?? newestRevision
    const client = { capabilities: {} }
    return new MessageExchange({ inFlight, revision, client, send: this.#send, caller: this.#caller })
  }

  readonly #send = (message: RpcNotification): void => this.#notifications.send(message)

  /** spec: basic/index#requests */
  readonly #ask: Ask = async (message, options = {}) => {
    if (this.#closedBy !== undefined) throw this.#closedBy
    const settings = { limits: this.#limits, runtime: this.#runtime, logger: this.#logger }
    const { request, waiting } = createOutgoingRequest(message, options, settings)
    return resultOf(await this.#connection.peer.request(request, waiting))
  }
}
