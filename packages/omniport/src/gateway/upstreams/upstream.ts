import { Backoff } from '../../async/waiting/backoff.js'
import type { Handshake } from '../../client/connect/active-connection.js'
import { createNameFilter } from '../../host/catalogue/server-catalogue.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { principalKey } from '../../protocol/exchange/principal-key.js'
import type { Session } from '../../protocol/exchange/session.js'
import { tasksExtensionId } from '../../protocol/meta/tasks-extension-id.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { canonicalJson } from '../../values/json/canonical-json.js'
import { isObject } from '../../values/json/is-object.js'
import { without } from '../../values/json/without.js'
import { toUpstreamError } from '../calls/to-upstream-error.js'
import type { SessionRegistry } from '../changes/session-registry.js'
import { isUnauthorized } from '../credentials/sign-in-tool.js'
import type { UpstreamStatus } from '../gateway.js'
import type { GatewayServices } from '../gateway-services.js'
import type { UpstreamList } from '../lists/upstream-list.js'
import type { GatewayTasks } from '../tasks/gateway-tasks.js'
import type { Isolation, UpstreamSettings } from '../upstream-settings.js'
import type { ConnectionPool } from './connection-pool.js'
import { logLine } from './log-line.js'
import type { OpenUpstream } from './open-upstream.js'
import { type ConnectionOwner, UpstreamConnection } from './upstream-connection.js'
import { UpstreamNames } from './upstream-names.js'

/** One upstream of a gateway: its settings, and its connections by those who share them. */
export class Upstream implements ConnectionOwner {
  readonly name: string
  readonly settings: UpstreamSettings
  readonly isolation: Isolation
  readonly names: UpstreamNames
  readonly services: GatewayServices
  readonly sessions: SessionRegistry
  readonly tasks: GatewayTasks
  readonly offersTool: (name: string) => boolean
  /** What it said of itself the last time. */
  handshake: Handshake | undefined
  lastTools: UpstreamList | undefined
  /** True while it takes longer to connect than clients wait. */
  isSlow = false
  readonly #pool: ConnectionPool
  readonly #connections = new Map<string | symbol, Map<string, UpstreamConnection>>()
  readonly #singles = new Set<UpstreamConnection>()
  readonly #ofSessions = new WeakMap<Session, UpstreamConnection>()
  readonly #backoff: Backoff
  #failure: { readonly reason: unknown; readonly untilMs: number } | undefined
  #connectingCount = 0

  constructor(name: string, settings: UpstreamSettings, { services, pool, sessions, tasks }: UpstreamOptions) {
    this.name = name
    this.settings = settings
    this.isolation = settings.credentials === undefined ? (settings.isolation ?? services.isolation) : 'principal'
    this.names = new UpstreamNames(name, settings)
    this.offersTool = createNameFilter(settings.tools)
    this.services = services
    this.#pool = pool
    this.sessions = sessions
    this.tasks = tasks
    this.#backoff = new Backoff(services.runtime)
  }

  /** Undefined: it can be used. */
  get problem(): string | undefined {
    const { problem, isDisabled, target } = this.settings
    if (isDisabled === true) return 'It is disabled'
    return problem ?? (target === undefined ? 'It has no target' : undefined)
  }

  /** The connections that are open, or were. */
  get connections(): readonly UpstreamConnection[] {
    return [...[...this.#connections.values()].flatMap((shared) => [...shared.values()]), ...this.#singles]
  }

  /**
   * The connection for the sender of a message, which need not be open. `singles` has those that nobody shares, which the caller
   * closes after the message.
   *
   * @throws RpcError when there are too many connections.
   */
  connectionFor(exchange: Exchange, singles: Map<Upstream, UpstreamConnection>): UpstreamConnection {
    const connection = this.#connectionOf(exchange, singles)
    if (this.settings.credentials !== undefined) connection.caller.principal = exchange.principal
    return connection
  }

  #connectionOf(exchange: Exchange, singles: Map<Upstream, UpstreamConnection>): UpstreamConnection {
    const { session } = exchange
    const known = session === undefined ? undefined : this.#ofSessions.get(session)
    if (known !== undefined && !known.isClosed) return known
    const connection = this.#find(exchange, singles)
    if (session !== undefined) {
      this.#ofSessions.set(session, connection)
      connection.attach(session)
      this.sessions.of(session).listen(connection)
    }
    return connection
  }

  status(): UpstreamStatus {
    const { handshake, problem, connections } = this
    const inFlight = connections.reduce((count, { calls }) => count + calls.size, 0)
    const isReady = connections.some(({ open }) => open !== undefined)
    const failure = this.#failure
    const error =
      problem ?? (failure === undefined || isReady ? undefined : toUpstreamError(this.name, failure.reason).message)
    return {
      name: this.name,
      state: problem !== undefined ? 'disabled' : this.#state(isReady),
      isolation: this.isolation,
      connections: connections.length,
      inFlight,
      ...(handshake !== undefined && {
        revision: handshake.revision,
        server: { name: handshake.server.name, version: handshake.server.version },
      }),
      ...(error !== undefined && { error }),
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.close()))
  }

  assertMayConnect(): void {
    if (this.problem !== undefined) throw toUpstreamError(this.name, new OmniportError('invalid_config', this.problem))
    const failure = this.#failure
    if (failure !== undefined && this.services.runtime.now() < failure.untilMs) {
      throw toUpstreamError(this.name, failure.reason)
    }
    this.#pool.admit()
  }

  onConnecting({ number: connection }: UpstreamConnection): void {
    this.#connectingCount += 1
    this.services.announce?.('upstream-connecting', { upstream: this.name, connection })
  }

  onConnected(
    { number: connection }: UpstreamConnection,
    { active, info, revision }: OpenUpstream,
    elapsedMs: number,
  ): void {
    this.#connectingCount -= 1
    this.handshake = active.handshake
    this.#failure = undefined
    this.isSlow = false
    this.#backoff.onRestored()
    const server = { name: info.name, version: info.version }
    this.services.announce?.('upstream-connected', { upstream: this.name, connection, revision, server, elapsedMs })
  }

  /** A failure that comes at once must not be caused again by each request. */
  onFailed({ number: connection, isClosed }: UpstreamConnection, reason: unknown, elapsedMs: number): void {
    this.#connectingCount -= 1
    this.isSlow = false
    if (isClosed) return
    const { runtime, announce, logger } = this.services
    // That one person has not signed in says nothing of others.
    const isOfPerson = this.settings.credentials !== undefined && isUnauthorized(reason)
    if (!isOfPerson) this.#failure = { reason, untilMs: runtime.now() + this.#backoff.nextMs() }
    const { message: error } = toUpstreamError(this.name, reason)
    announce?.('upstream-failed', { upstream: this.name, connection, error, elapsedMs })
    if (!isOfPerson) logger.warn(logLine(error))
  }

  onLost({ number: connection }: UpstreamConnection, reason: Error | undefined): void {
    const why = reason === undefined ? {} : { reason: reason.message }
    this.services.announce?.('upstream-closed', { upstream: this.name, connection, ...why })
  }

  #state(isReady: boolean): UpstreamStatus['state'] {
    if (isReady) return 'ready'
    if (this.#connectingCount > 0) return 'connecting'
    return this.#failure === undefined ? 'idle' : 'failed'
  }

  #find(exchange: Exchange, singles: Map<Upstream, UpstreamConnection>): UpstreamConnection {
    const key = isolationKey(this.isolation, exchange)
    if (key === undefined) return this.#single(exchange, singles)
    const capabilities = capabilitiesOf(exchange)
    const declared = capabilitiesKey(capabilities)
    let shared = this.#connections.get(key)
    const known = shared?.get(declared)
    if (known !== undefined && !known.isClosed) return known
    const connection = this.#create(capabilities, () => {
      if (shared?.get(declared) === connection) shared.delete(declared)
      if (shared?.size === 0 && this.#connections.get(key) === shared) this.#connections.delete(key)
    })
    shared = this.#connections.get(key) ?? new Map()
    this.#connections.set(key, shared.set(declared, connection))
    if (exchange.session !== undefined && key === `session ${exchange.session.id}`) {
      exchange.session.onEnd(() => void connection.close())
    }
    return connection
  }

  #single(exchange: Exchange, singles: Map<Upstream, UpstreamConnection>): UpstreamConnection {
    const known = singles.get(this)
    if (known !== undefined) return known
    const connection = this.#create(capabilitiesOf(exchange), () => this.#singles.delete(connection))
    this.#singles.add(connection)
    singles.set(this, connection)
    return connection
  }

  #create(capabilities: Readonly<Record<string, unknown>>, onClosed: () => void): UpstreamConnection {
    const close = () => {
      this.#pool.delete(connection)
      onClosed()
    }
    const connection: UpstreamConnection = new UpstreamConnection(this, { capabilities, onClosed: close })
    this.#pool.add(connection)
    return connection
  }
}

export interface UpstreamOptions {
  readonly services: GatewayServices
  readonly pool: ConnectionPool
  readonly sessions: SessionRegistry
  readonly tasks: GatewayTasks
}

/**
 * Names those who share a connection with the sender of a message: equal keys share one. Undefined: nobody does, and the connection
 * ends with the request.
 */
function isolationKey(isolation: Isolation, exchange: Exchange): string | symbol | undefined {
  const { principal, session, sender } = exchange
  if (isolation === 'shared') return 'shared'
  if (session !== undefined && (isolation === 'session' || principal === undefined)) return `session ${session.id}`
  if (principal !== undefined) return `principal ${principalKey(exchange)}`
  // A network may have many clients; the other end of a pipe is one.
  return typeof sender === 'symbol' ? sender : undefined
}

/** The capabilities of a client, without the extension for tasks where that means nothing. spec: SEP-2663#backward-compatibility */
function capabilitiesOf({ client: { capabilities }, revision }: Exchange): Readonly<Record<string, unknown>> {
  const { extensions } = capabilities
  const isMeant = profileOf(revision).tasks === 'extension'
  if (isMeant || !isObject(extensions) || !Object.hasOwn(extensions, tasksExtensionId)) return capabilities
  let meant = meantCapabilities.get(capabilities)
  if (meant === undefined) {
    meant = { ...capabilities, extensions: without(extensions, tasksExtensionId) }
    meantCapabilities.set(capabilities, meant)
  }
  return meant
}

/** A legacy session has one object for all its messages. */
const meantCapabilities = new WeakMap<object, Readonly<Record<string, unknown>>>()

/** Names the capabilities that a client declared: servers offer other things to other clients. */
function capabilitiesKey(capabilities: Readonly<Record<string, unknown>>): string {
  let key = keys.get(capabilities)
  if (key === undefined) {
    key = canonicalJson(capabilities)
    keys.set(capabilities, key)
  }
  return key
}

/** A legacy session has one object for all its messages. */
const keys = new WeakMap<object, string>()
