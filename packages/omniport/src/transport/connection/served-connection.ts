import { loadOnce } from '../../async/load-once.js'
import type { MaybePromise } from '../../async/maybe-promise.js'
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
import { cancellationOf } from '../../protocol/exchange/control.js'
import type { Ask, Exchange } from '../../protocol/exchange/exchange.js'
import type { Peer } from '../../protocol/exchange/peer.js'
import { isAnonymous } from '../../protocol/exchange/principal-key.js'
import { defaultLimits, type Limits } from '../../protocol/limits/limits.js'
import { createMemoryBudgets } from '../../protocol/limits/memory-budgets.js'
import { classify } from '../../protocol/revisions/classify.js'
import {
  isRevision,
  type LegacyRevision,
  newestRevision,
  type Revision,
  revisions,
} from '../../protocol/revisions/revision.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ServeTarget } from '../environment.js'
import type { ClientRequests } from '../exchange/client-requests.js'
import { type Caller, MessageExchange } from '../exchange/message-exchange.js'
import type { OutgoingRequestSettings } from '../exchange/outgoing-request.js'
import { Connection } from './connection.js'
import { ConnectionBudget } from './connection-budget.js'
import { DuplexSession } from './duplex-session.js'
import { InboundValues } from './inbound-values.js'
import type { MessageSink } from './message-sink.js'
import { PacedNotifications } from './paced-notifications.js'

/** Messages that a transport has read but not delivered yet. */
export interface BufferedMessages {
  /** Delivers them now. */
  release(): void
  /** Resolves when there are none. */
  emptied(): Promise<void>
}

const leftOutText = 'Log messages and progress are left out: the client does not read (limits.outboxBytes)'

/**
 * The server's end of a duplex channel: one client that may use any revision, and modern requests beside a legacy session. The
 * channel calls `receive`, reads `busy`, and ends the connection.
 */
export class ServedConnection {
  readonly #caller: Caller
  readonly #limits: Limits
  readonly #runtime: Runtime
  readonly #logger: Logger
  readonly #revisions: readonly Revision[]
  readonly #budget: ConnectionBudget
  readonly #connection: Connection
  readonly #inbound: InboundValues
  readonly #notifications: PacedNotifications
  readonly #loadRequests: () => MaybePromise<ClientRequests>
  #session: DuplexSession | undefined
  #closedBy: OmniportError | undefined
  /** Set when nothing more is served. */
  #refusal: RpcError | undefined
  #subscriptionCount = 0

  /** `caller` is the other end. Default: one that nothing is known of. */
  constructor(target: ServeTarget, sink: MessageSink, caller?: Caller) {
    const { limits, budgets, runtime, logger, revisions: served } = target.environment ?? {}
    this.#caller = caller ?? { sender: Symbol('connection') }
    this.#limits = limits ?? defaultLimits
    this.#runtime = runtime ?? defaultRuntime
    this.#logger = logger ?? consoleLogger
    this.#revisions = served ?? revisions
    this.#budget = new ConnectionBudget(budgets ?? createMemoryBudgets(), this.#limits)
    this.#connection = new Connection({
      side: 'server',
      sink,
      serve: toDirect(target.serve),
      createExchange: this.#createExchange,
      admit: this.#budget.admit,
      clock: this.#runtime,
      handlerMs: this.#limits.handlerMs,
      onError: (error, message) =>
        this.#logger.error(message === undefined ? 'A broken message arrived' : `${message.method} failed`, { error }),
    })
    this.#inbound = new InboundValues({
      connection: this.#connection,
      budget: this.#budget,
      batchRules: { sink, limit: this.#limits.batch },
      freeSlots: () => this.#limits.pipeInFlight - this.#servingCount,
      logger: this.#logger,
    })
    const settings = { limits: this.#limits, runtime: this.#runtime, logger: this.#logger }
    this.#loadRequests = loadOnce(() => openRequests(this.#connection, sink, settings))
    this.#notifications = new PacedNotifications(sink, () => this.#logger.warn(leftOutText))
  }

  /**
   * Takes one value that arrived: a message, or a batch. Never throws. What arrives between `initialize` and its answer is
   * served after that, so that it finds its session. After `abort` everything is ignored. `bytes` of memory are counted.
   */
  receive(value: unknown, bytes = 0): void {
    if (this.#inbound.accept(value, bytes)) return
    this.#budget.expect(value, bytes)
    this.#connection.receive(value)
  }

  /** Takes the error for input that is not a message; see `Connection.receiveBroken`. */
  receiveBroken(error: RpcError): void {
    if (!this.#inbound.isClosed) this.#connection.receiveBroken(error)
  }

  /** Sends the notifications that were buffered while the sink was full, as far as there is room. */
  flush(): void {
    this.#notifications.flush()
  }

  /** True while so much is being served that further requests should wait. Subscriptions last and do not count. */
  get busy(): boolean {
    return this.#inbound.isHeld || this.#servingCount >= this.#limits.pipeInFlight
  }

  get #servingCount(): number {
    return this.#connection.inFlight.size - this.#subscriptionCount
  }

  /** True if its end would end no work: at most subscriptions are open. */
  get isIdle(): boolean {
    return !this.#inbound.isHeld && this.#connection.inFlight.size === this.#subscriptionCount
  }

  /**
   * Ends the connection after its input ended: requests to the client reject, subscriptions end, requests being served may finish
   * within `drainMs`, and then get -32603. So do `bufferedMessages` in their turn. Resolves when nothing is being served any more.
   */
  async end(drainMs: number, bufferedMessages?: BufferedMessages): Promise<void> {
    const { inFlight } = this.#connection
    const closed = new OmniportError('closed', 'The client ended the connection')
    this.#close(closed)
    inFlight.cancelAll(closed, (request) => request.method === 'subscriptions/listen')
    const expire = () => {
      this.#refusal = RpcError.internal('The server is closing')
      inFlight.expireAll(this.#refusal)
      bufferedMessages?.release()
    }
    const stop = this.#runtime.after(drainMs, expire)
    await bufferedMessages?.emptied()
    await this.#inbound.loaded()
    // The end of `initialize` starts the requests that waited for it.
    do {
      await inFlight.idle()
      if (this.#refusal !== undefined) expire()
    } while (inFlight.size > 0)
    stop()
  }

  /** Ends the connection at once, without responses. */
  abort(reason: unknown): void {
    this.#inbound.close()
    this.#close(reason)
    this.#connection.inFlight.cancelAll(reason)
  }

  #close(reason: unknown): void {
    const closed = toClosedError(reason)
    this.#closedBy ??= closed
    this.#connection.requests?.pending.closeAll(closed)
    this.#session?.close(closed)
  }

  readonly #createExchange = (
    message: RpcRequest | RpcNotification,
    inFlight: InFlightRequest | undefined,
  ): Exchange => {
    if (this.#refusal !== undefined) throw this.#refusal
    if (message.method === 'notifications/initialized') this.#session?.open()
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
    const { revision, client } = decodeModernSender(message, this.#revisions)
    if (this.#session === undefined) this.#connection.revision = revision
    if (message.method === 'subscriptions/listen' && inFlight !== undefined) {
      this.#subscriptionCount += 1
      inFlight.onEnd((end) => this.#onSubscriptionEnd(inFlight.request, end))
    }
    return new MessageExchange({ inFlight, revision, client, send: this.#send, caller: this.#caller })
  }

  /** A subscription that the server ended gets a result and a cancellation. */
  #onSubscriptionEnd(request: RpcRequest, end: RequestEnd): void {
    this.#subscriptionCount -= 1
    this.#notifications.discard(request.id)
    // spec: basic/patterns/cancellation
    const cancellation = end === 'result' ? cancellationOf(request, 'The server ended the subscription') : undefined
    if (cancellation !== undefined) this.#send(cancellation)
  }

  #initializeExchange(message: RpcRequest | RpcNotification, inFlight: InFlightRequest): Exchange {
    const { revision, client } = decodeLegacySender(message, this.#revisions, this.#limits)
    const id = randomId(this.#runtime, 16)
    const session = new DuplexSession({ id, revision, client, send: this.#send, ask: this.#ask })
    if (isAnonymous(this.#caller)) this.#budget.admitAnonymous(session)
    this.#inbound.hold()
    inFlight.onEnd((end) => this.#onInitializeEnd(session, end))
    // Without `ask`: the client's answer would wait in the backlog until this request ends.
    return new MessageExchange({ inFlight, revision, client, session, send: this.#send, caller: this.#caller })
  }

  /** The session starts if `initialize` was answered with a result. A second `initialize` replaces it. */
  #onInitializeEnd(session: DuplexSession, end: RequestEnd): void {
    if (end !== 'result') {
      session.close(new OmniportError('closed', 'initialize failed'))
    } else {
      this.#session?.close(new OmniportError('closed', 'The client initialized again'))
      this.#session = session
      this.#connection.revision = session.revision
      if (this.#closedBy !== undefined) session.close(this.#closedBy)
    }
    this.#inbound.release()
  }

  #legacyExchange(session: DuplexSession, inFlight: InFlightRequest | undefined): Exchange {
    const [{ revision, client }, caller] = [session, this.#caller]
    return new MessageExchange({ inFlight, revision, client, session, send: this.#send, ask: this.#ask, caller })
  }

  /** Before any revision is known: `ping`, and notifications without effect. */
  #earlyExchange(inFlight: InFlightRequest | undefined): Exchange {
    const revision = this.#revisions.find(isLegacy) ?? newestRevision
    return new MessageExchange({ inFlight, revision, client: noPeer, send: this.#send, caller: this.#caller })
  }

  readonly #send = (message: RpcNotification, id?: RpcId): void => this.#notifications.send(message, id)

  readonly #ask: Ask = async (message, options) => {
    const requests = await this.#loadRequests()
    if (this.#closedBy !== undefined) throw this.#closedBy
    return requests.ask(message, options)
  }
}

/** Few handlers ask a client anything, so the code for that is loaded with the first request. */
async function openRequests(
  connection: Connection,
  sink: MessageSink,
  settings: OutgoingRequestSettings,
): Promise<ClientRequests> {
  const { ClientRequests } = await import('../exchange/client-requests.js')
  const requests = new ClientRequests(sink, settings)
  connection.requests = requests
  return requests
}

const noPeer: Peer = Object.freeze({ capabilities: Object.freeze({}) })

/** The revision of a message, and who sent it. */
interface Sender<R extends Revision> {
  readonly revision: R
  readonly client: Peer
}

/** @throws RpcError when the revision of a modern message is not served. */
function decodeModernSender({ params }: RpcRequest | RpcNotification, served: readonly Revision[]): Sender<Revision> {
  const { version, client } = decodeRequestMeta(params)
  if (isRevision(version) && !isLegacy(version) && served.includes(version)) return { revision: version, client }
  throw unsupportedVersion(version, served)
}

/** @throws RpcError when no legacy revision is served. */
function decodeLegacySender(
  { params }: RpcRequest | RpcNotification,
  served: readonly Revision[],
  limits: Limits,
): Sender<LegacyRevision> {
  const { offered, client } = decodeInitialize(params, limits)
  const revision = counterOffer(offered, served)
  if (revision === undefined) throw unsupportedVersion(offered, served)
  return { revision, client }
}

function toClosedError(reason: unknown): OmniportError {
  return OmniportError.is(reason) ? reason : new OmniportError('closed', 'The connection is over', { cause: reason })
}
