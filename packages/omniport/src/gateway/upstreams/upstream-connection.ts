import type { MaybePromise } from '../../async/maybe-promise.js'
import type { SerialQueue } from '../../async/waiting/serial-queue.js'
import type { Change } from '../../client/subscriptions/listening.js'
import type { RpcId } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { LogLevel } from '../../protocol/exchange/log-level.js'
import type { Session } from '../../protocol/exchange/session.js'
import type { Tool } from '../../protocol/model/tool.js'
import { SmallMap } from '../../values/maps/small-map.js'
import { CallSender } from '../calls/call-sender.js'
import { toUpstreamError } from '../calls/to-upstream-error.js'
import type { UpstreamCall } from '../calls/upstream-call.js'
import { ConnectionChanges } from '../changes/connection-changes.js'
import type { SessionRegistry } from '../changes/session-registry.js'
import { connectionAuth, substituteOf, UpstreamCaller } from '../credentials/connection-auth.js'
import type { GatewayServices } from '../gateway-services.js'
import { ConnectionLists, type ConnectionListsOptions } from '../lists/connection-lists.js'
import { listsOf } from '../lists/list-kind.js'
import type { UpstreamList } from '../lists/upstream-list.js'
import { ConnectionTasks } from '../tasks/connection-tasks.js'
import type { GatewayTasks } from '../tasks/gateway-tasks.js'
import type { UpstreamSettings } from '../upstream-settings.js'
import { lowestLevel } from './connection-logs.js'
import { createUpstreamServe } from './create-upstream-serve.js'
import { logLine } from './log-line.js'
import { type OpenUpstream, openUpstream } from './open-upstream.js'
import type { UpstreamNames } from './upstream-names.js'

/** The upstream of a connection, as far as the connection needs it. */
export interface ConnectionOwner {
  readonly name: string
  readonly settings: UpstreamSettings
  readonly names: UpstreamNames
  readonly services: GatewayServices
  readonly sessions: SessionRegistry
  readonly tasks: GatewayTasks
  readonly offersTool: (name: string) => boolean
  /** The tools that a connection read last. */
  lastTools: UpstreamList | undefined
  /** @throws the error of the last attempt to connect, while the next one has to wait. */
  assertMayConnect(): void
  onConnecting(connection: UpstreamConnection): void
  onConnected(connection: UpstreamConnection, open: OpenUpstream, elapsedMs: number): void
  onFailed(connection: UpstreamConnection, reason: unknown, elapsedMs: number): void
  onLost(connection: UpstreamConnection, reason: Error | undefined): void
}

export interface UpstreamConnectionOptions {
  /** Declared to the upstream: those of the clients. */
  readonly capabilities: Readonly<Record<string, unknown>>
  /** Called once, when it begins to close. */
  readonly onClosed: () => void
}

/**
 * The connection of some clients to an upstream. It is opened when it is first needed, and again when it is needed after it was lost;
 * the lists, the clients and their subscriptions outlast that.
 */
export class UpstreamConnection {
  readonly number: number
  readonly owner: ConnectionOwner
  /** Declared to the upstream: those of the clients. */
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly lists: ConnectionLists
  readonly changes: ConnectionChanges
  /** The tasks that began on it. */
  readonly tasks: ConnectionTasks
  readonly sender: CallSender
  /** Calls in flight by their ids at the upstream, the oldest first. */
  readonly calls = new SmallMap<RpcId, UpstreamCall>()
  readonly readers = new Map<RpcId, Exchange>()
  readonly caller = new UpstreamCaller(this.calls)
  /** The legacy sessions of its clients. */
  readonly sessions = new Set<Session>()
  lastUsedMs: number
  /** Set when the upstream asks without naming the call: then there is one call at a time. */
  turns: SerialQueue | undefined
  /** The message for which it was opened. */
  opener: Exchange | undefined
  #open: OpenUpstream | undefined
  #wasOpen = false
  #opening: Promise<OpenUpstream> | undefined
  readonly #onClosed: () => void
  readonly #idleWaiters: (() => void)[] = []
  readonly #ending = new AbortController()
  #closing: Promise<void> | undefined

  constructor(owner: ConnectionOwner, { capabilities, onClosed }: UpstreamConnectionOptions) {
    const { services } = owner
    this.#onClosed = onClosed
    this.number = services.nextNumber()
    this.owner = owner
    this.capabilities = capabilities
    this.lastUsedMs = services.runtime.now()
    this.lists = new ConnectionLists({ ...listOptionsOf(owner), ready: this.ready.bind(this), readers: this.readers })
    this.sender = new CallSender(this)
    this.tasks = new ConnectionTasks(services.limits.tasksPerPrincipal)
    this.changes = new ConnectionChanges({
      open: () => this.#open,
      onError: (reason) => this.report(reason),
      onChange: (change) => this.onChange(change),
      onLost: () => reopenLater(this),
    })
  }

  get open(): OpenUpstream | undefined {
    return this.#open
  }

  /** True while its end would end nobody's work. */
  get isIdle(): boolean {
    if (this.calls.size > 0 || this.readers.size > 0 || this.#opening !== undefined) return false
    return !this.changes.isWanted && !this.hasTasks
  }

  /** True while its end may end a task of a client. */
  get hasTasks(): boolean {
    return this.isLive && this.tasks.isHolding(this.owner.services.runtime.now())
  }

  /** True while it holds anything of its upstream. */
  get isLive(): boolean {
    return this.#open !== undefined || this.#opening !== undefined
  }

  get isClosed(): boolean {
    return this.#closing !== undefined
  }

  /** The live connection. Rejects with RpcError naming the upstream. */
  ready(exchange: Exchange | undefined): MaybePromise<OpenUpstream> {
    return this.#open ?? this.#openFor(exchange)
  }

  /** Resolves when no call is in flight. */
  whenIdle(): Promise<void> {
    if (this.calls.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idleWaiters.push(resolve))
  }

  onCallEnd(): void {
    if (this.#idleWaiters.length === 0 || this.calls.size > 0) return
    for (const resolve of this.#idleWaiters.splice(0)) resolve()
  }

  /** Adds a session to those that may get messages outside calls. */
  attach(session: Session): void {
    if (this.sessions.has(session)) return
    this.sessions.add(session)
    // Last, since a session that has ended calls back at once.
    session.onEnd(() => this.sessions.delete(session))
  }

  /** Sets the lowest level that a session, a call or `wanted` names at a legacy upstream. Never rejects. */
  async updateLogLevel(wanted?: LogLevel): Promise<void> {
    const open = this.#open
    if (open === undefined || open.profile.resultEnvelope || !open.declares('logging')) return
    const level = lowestLevel([
      wanted,
      ...[...this.sessions].map((session) => session.logLevel),
      ...[...this.calls.values()].map((call) => call.logLevel),
    ])
    if (level !== undefined) await open.setLogLevel(level)
  }

  /** A list, or a resource, of the upstream changed. */
  onChange(change: Change): void {
    const { name: upstream, services } = this.owner
    if (change.type !== 'resource') this.lists.invalidate(listsOf(change.type))
    const about = change.type === 'resource' ? { kind: change.type, uri: change.uri } : { kind: change.type }
    services.announce?.('upstream-changed', { upstream, connection: this.number, ...about })
    this.changes.publish(change)
    // What is new is compared with the pins now, not when somebody lists the tools.
    const isPinned = change.type === 'tools' && services.pins !== undefined && this.lists.last('tools') !== undefined
    if (isPinned) this.lists.read('tools', undefined).catch((reason) => this.report(reason))
  }

  report(reason: unknown): void {
    if (this.isClosed) return
    const { name: upstream, services } = this.owner
    const error = reason instanceof Error ? reason.message : String(reason)
    services.announce?.('upstream-error', { upstream, connection: this.number, error })
    services.logger.warn(`Upstream ${upstream}: ${logLine(error)}`)
  }

  /** Ends it at once: calls in flight reject. Settles last. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#onClosed()
    this.#ending.abort(new Error('The connection is not needed any more'))
    await this.#opening?.catch(() => {})
    const open = this.#open
    this.#open = undefined
    open?.services.ended.abort()
    await open?.transport.close().catch(() => {})
    if (open !== undefined) this.owner.onLost(this, undefined)
  }

  #openFor(exchange: Exchange | undefined): Promise<OpenUpstream> {
    if (this.#opening === undefined) {
      this.opener = exchange
      const opening = this.#connect().finally(() => {
        this.#opening = undefined
      })
      this.#opening = opening
    }
    return this.#opening
  }

  async #connect(): Promise<OpenUpstream> {
    const { owner, capabilities } = this
    const { name: upstream, services } = owner
    owner.assertMayConnect()
    owner.onConnecting(this)
    const sinceMs = services.runtime.now()
    try {
      const open = await openUpstream(
        {
          settings: owner.settings,
          auth: connectionAuth(owner, this.caller),
          capabilities,
          serve: (client) => createUpstreamServe(this, client),
          signal: this.#ending.signal,
          onStderr: (text) => services.announce?.('upstream-stderr', { upstream, connection: this.number, text }),
          onError: (error) => this.report(error),
        },
        services,
      )
      this.#use(open, sinceMs)
      return open
    } catch (reason) {
      owner.onFailed(this, reason, services.runtime.now() - sinceMs)
      throw toUpstreamError(upstream, reason)
    }
  }

  #use(open: OpenUpstream, sinceMs: number): void {
    this.#open = open
    this.lists.invalidate(['tools', 'prompts', 'resources', 'resourceTemplates'])
    this.owner.onConnected(this, open, this.owner.services.runtime.now() - sinceMs)
    void open.transport.closed.then((reason) => {
      if (this.#open !== open) return
      this.#open = undefined
      open.transport.close().catch((problem) => this.report(problem))
      this.owner.onLost(this, reason)
      reopenLater(this)
    })
    void this.updateLogLevel()
    void this.changes.update()
    if (this.#wasOpen && this.changes.isWanted) void announceChanged(this)
    this.#wasOpen = true
  }
}

/** Clients that listen wait for nothing that would open it again. */
function reopenLater(connection: UpstreamConnection): void {
  const { changes, owner } = connection
  if (connection.isClosed || !changes.isWanted) return
  const reopen = () => {
    if (connection.isClosed || !changes.isWanted) return
    Promise.resolve(connection.ready(undefined)).then(
      () => changes.update(),
      () => reopenLater(connection),
    )
  }
  owner.services.runtime.after(reopenMs, reopen, { background: true })
}

/** Nobody announced what changed while there was no connection. */
async function announceChanged({ lists, changes }: UpstreamConnection): Promise<void> {
  for (const type of await lists.findChanged()) changes.publish({ type })
}

/** What stands between the lists of an upstream and its clients. */
function listOptionsOf(owner: ConnectionOwner): Omit<ConnectionListsOptions, 'ready' | 'readers'> {
  const { name, names, offersTool, services } = owner
  const { pins } = services
  const findBlocked = pins && ((tools: readonly Tool[]) => pins.check(name, tools))
  const onRead = (list: UpstreamList) => {
    if (list.kind === 'tools') owner.lastTools = list
  }
  return { names, offersTool, findBlocked, substitute: substituteOf(owner), onRead }
}

/** The time after which a lost connection is opened again for clients that listen. */
const reopenMs = 1_000
