import { createAbortController } from '../../../../async/abort/lazy-abort-controller.js'
import type { RpcNotification, RpcResponse } from '../../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../../jsonrpc/messages/rpc-error.js'
import { InFlightRequests } from '../../../../jsonrpc/serving/in-flight-requests.js'
import type { Ask } from '../../../../protocol/exchange/exchange.js'
import type { LogLevel } from '../../../../protocol/exchange/log-level.js'
import type { Peer, Principal } from '../../../../protocol/exchange/peer.js'
import type { MissedChanges, Session } from '../../../../protocol/exchange/session.js'
import type { LegacyRevision } from '../../../../protocol/revisions/revision.js'
import { profileOf } from '../../../../protocol/revisions/revision-profile.js'
import type { LegacySettings } from '../legacy-settings.js'
import { OutgoingRequests } from '../requests/outgoing-requests.js'
import { SessionStreams } from '../streams/session-streams.js'
import type { SessionChange, SessionMessage } from './session-messages.js'
import { changeBetween, type SessionRecord, type SessionState, stateOf } from './session-record.js'

/**
 * A legacy session over HTTP. Messages that belong to no request go to its GET stream. While the client does not read that,
 * notifications wait, pings fail at once, and `roots/list` waits.
 */
export class HttpSession implements Session {
  readonly id: string
  readonly revision: LegacyRevision
  readonly client: Peer
  readonly principal: Principal | undefined
  readonly createdAt: number
  logLevel: LogLevel | undefined
  readonly #settings: LegacySettings
  // There may be very many sessions, so members that an idle session does not need are created on first use.
  #inFlightRequests: InFlightRequests | undefined
  #outgoingRequests: OutgoingRequests | undefined
  #subscriptions: Set<string> | undefined
  #controller: AbortController | undefined
  #onEnd: ((session: Session) => void) | undefined
  #onMissed: ((missed: MissedChanges, session: Session) => void) | undefined
  #over: { readonly reason: unknown } | undefined
  #streams: SessionStreams | undefined
  #isInitialized = false
  /** The part of it that the shared record had when it was written or read last. */
  #synced: SessionState | undefined
  /** True if the server of this node knows the session, and notifies it of changes. */
  isIntroduced = false

  constructor(id: string, record: SessionRecord, settings: LegacySettings) {
    this.id = id
    this.revision = record.revision
    this.client = record.client
    this.principal = record.principal
    this.createdAt = record.createdAt
    this.logLevel = record.logLevel
    this.#settings = settings
    if (record.subscriptions?.length) this.#subscriptions = new Set(record.subscriptions)
    if (record.getStream !== undefined) this.streams.standalone.follow(record.getStream)
    if (record.initialized === true) this.open()
  }

  get inFlightRequests(): InFlightRequests {
    const { runtime, logger } = this.#settings
    this.#inFlightRequests ??= new InFlightRequests(runtime, (error, { method }) =>
      logger.error(`${method} failed`, { error }),
    )
    return this.#inFlightRequests
  }

  get outgoingRequests(): OutgoingRequests {
    this.#outgoingRequests ??= new OutgoingRequests(this.#settings)
    return this.#outgoingRequests
  }

  get streams(): SessionStreams {
    this.#streams ??= new SessionStreams(this, this.#settings, this.#isInitialized)
    return this.#streams
  }

  get subscriptions(): Set<string> {
    this.#subscriptions ??= new Set()
    return this.#subscriptions
  }

  get signal(): AbortSignal {
    this.#controller ??= createAbortController(this.#over)
    return this.#controller.signal
  }

  get isOver(): boolean {
    return this.#over !== undefined
  }

  onEnd(fn: (session: Session) => void): void {
    const before = this.#onEnd
    if (this.isOver) fn(this)
    else if (before === undefined) this.#onEnd = fn
    else this.#onEnd = (session) => [before, fn].forEach((each) => void each(session))
  }

  onMissed(fn: (missed: MissedChanges, session: Session) => void): void {
    this.#onMissed = fn
  }

  /** Notifications of changes may have been missed: of one resource, or of all that the client follows. */
  missed(uri?: string): void {
    if (this.isOver) return
    const missed =
      uri === undefined ? { lists: true, resources: this.subscriptions } : { lists: false, resources: [uri] }
    this.#onMissed?.(missed, this)
  }

  get isBusy(): boolean {
    return (this.#inFlightRequests?.size ?? 0) > 0 || this.#streams?.areRead === true
  }

  /** True if its client expects empty events, which carry only an id. */
  get sendsPrimingEvents(): boolean {
    return profileOf(this.revision).polling
  }

  toRecord(): SessionRecord {
    const { revision, client, principal, createdAt } = this
    const { subscriptions, ...state } = this.#state
    return { revision, client, principal, createdAt, ...state, subscriptions: [...subscriptions] }
  }

  /** What changed here since the record was written or read. */
  get unsaved(): ReturnType<typeof changeBetween> {
    return changeBetween(this.#synced ?? stateOf({}), this.#state)
  }

  /** Takes what the record has now. What changed here meanwhile stays to be saved. */
  sync(record: SessionRecord): void {
    const state = stateOf(record)
    const change = changeBetween(this.#synced ?? stateOf({}), state)
    this.#synced = state
    this.apply(change)
  }

  /** Takes a change of another node. */
  apply({ initialized, logLevel, subscribed = [], unsubscribed = [] }: SessionChange): void {
    if (logLevel !== undefined) this.logLevel = logLevel
    for (const uri of subscribed) this.subscriptions.add(uri)
    for (const uri of unsubscribed) this.subscriptions.delete(uri)
    if (initialized === true && !this.#isInitialized) this.open()
  }

  /** Tells the other nodes that have the session. */
  async publish(message: SessionMessage): Promise<void> {
    await this.#settings.sessionMessages?.publish(this.id, message)
  }

  /** Takes a message of another node. */
  receive(message: Exclude<SessionMessage, { type: 'ended' }>): void {
    if (message.type === 'changed') this.#onChanged(message.change)
    else if (message.type === 'waiting') this.#streams?.take(message.notifications, message.isHolder === true)
    else if (message.type === 'received') this.receiveFromClient(message.notification)
    else if (message.type === 'stream') this.streams.follow(message.key)
    else this.#streams?.served.receive(message)
  }

  /** Takes a message of the client that has no response. Returns false if it is about a request that this node does not know. */
  receiveFromClient(message: RpcNotification | RpcResponse): boolean {
    return this.outgoingRequests.receive(this.id, message, (id, reason) => this.inFlightRequests.cancel(id, reason))
  }

  open(): void {
    this.#isInitialized = true
    this.#streams?.standalone.open()
  }

  notify(message: RpcNotification): void {
    if (!this.isOver) this.streams.standalone.notify(message)
  }

  async request(...[message, options]: Parameters<Ask>): Promise<unknown> {
    if (message.method !== 'ping' && message.method !== 'roots/list') {
      throw RpcError.internal(`${message.method} is asked only while serving a request`)
    }
    const stream = await this.streams.standalone.opened(message.method, options?.signal)
    return this.outgoingRequests.request(message, options ?? {}, {
      session: this.id,
      send: (sent) => stream.write(sent),
    })
  }

  /** The server is closing: from now on only responses are sent. */
  drain(reason: unknown): void {
    this.outgoingRequests.close(reason)
    this.#streams?.standalone.stop()
  }

  /** Ends the session, and its requests without responses. */
  close(reason: unknown): void {
    if (this.isOver) return
    this.outgoingRequests.close(reason)
    this.#inFlightRequests?.cancelAll(reason)
    this.#over = { reason }
    this.#streams?.close()
    this.#controller?.abort(reason)
    this.#onEnd?.(this)
  }

  get #state(): SessionState {
    return {
      logLevel: this.logLevel,
      subscriptions: this.#subscriptions ?? noSubscriptions,
      initialized: this.#isInitialized ? true : undefined,
      getStream: this.#streams?.standalone.key,
    }
  }

  /** Saved by the other node: it is not saved again from here. */
  #onChanged(change: SessionChange): void {
    const synced = this.#synced ?? stateOf({})
    if (change.logLevel !== undefined) synced.logLevel = change.logLevel
    for (const uri of change.subscribed ?? []) synced.subscriptions.add(uri)
    for (const uri of change.unsubscribed ?? []) synced.subscriptions.delete(uri)
    synced.initialized ??= change.initialized
    this.#synced = synced
    this.apply(change)
  }
}

const noSubscriptions: Set<string> = new Set()
