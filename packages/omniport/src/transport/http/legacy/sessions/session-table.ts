import type { MaybePromise } from '../../../../async/maybe-promise.js'
import { randomId } from '../../../../async/runtime/random-id.js'
import type { RpcError } from '../../../../jsonrpc/messages/rpc-error.js'
import type { Principal } from '../../../../protocol/exchange/peer.js'
import { OmniportError } from '../../../../values/errors/omniport-error.js'
import { jsonBytes } from '../../../../values/memory/json-bytes.js'
import { PrincipalCounts, serverFull, tooMany } from '../../guards/concurrency-limits.js'
import { type Owned, OwnedEntries } from '../../guards/owned-entries.js'
import type { LegacySettings } from '../legacy-settings.js'
import { HttpSession } from './http-session.js'
import type { SessionMessage } from './session-messages.js'
import type { SessionRecord } from './session-record.js'
import { type SharedSession, SharedSessions } from './shared-sessions.js'

/** The client that asks for a session. */
export interface SessionClient extends Owned {
  readonly principal: Principal | undefined
}

interface LiveSession extends Owned, SharedSession {
  /** The bytes that are counted for it: 0 for a principal, whose sessions are few. */
  readonly bytes: number
  /** New until `initialize` was answered, begun until a message of the session came. */
  state: 'new' | 'begun' | 'used'
  usedAt: number
}

/**
 * The sessions of this node. Their records are in the store that nodes share, if there is one. A session ends when it is idle
 * or old, when it is deleted, or with the server. While it serves a request or a stream of it is read, it is not idle. One that
 * was never used ends soon.
 */
export class SessionTable {
  readonly #settings: LegacySettings
  readonly #live = new Map<string, LiveSession>()
  /** The same sessions, the one of an owner that was used longest ago first. */
  readonly #byOwner = new OwnedEntries<LiveSession>()
  readonly #unused = new OwnedEntries<LiveSession>() // those that are begun: they make room first
  readonly #byPrincipal: PrincipalCounts
  /** The bytes that are counted for all of them. */
  #bytes = 0
  #stopSweep: (() => void) | undefined
  readonly #shared: SharedSessions | undefined
  readonly #stopListening: (() => void) | undefined

  constructor(settings: LegacySettings) {
    this.#settings = settings
    const { sessionStore, sessionMessages } = settings
    this.#shared = sessionStore && new SharedSessions(settings, sessionStore)
    this.#stopListening = sessionMessages?.listen((id, message) => this.#receive(id, message))
    this.#byPrincipal = new PrincipalCounts(settings.limits, 'sessionsPerPrincipal')
  }

  get size(): number {
    return this.#live.size
  }

  /**
   * Creates a session. It counts at once, and `establish` or `discard` must follow when `initialize` has ended. If there are
   * too many, one that was never used is ended, else the one used longest ago that is idle, of the owner that has most.
   * @throws HttpError 429 for too many of one principal, 503 if all are in use, or anonymous ones take too much.
   */
  create(record: Omit<SessionRecord, 'createdAt' | 'principal'>, { principal, owner }: SessionClient): HttpSession {
    const { runtime } = this.#settings
    const whole = { ...record, principal, createdAt: runtime.now() }
    this.#admit(whole)
    const session = new HttpSession(randomId(runtime, 16), whole, this.#settings)
    session.isIntroduced = true
    return this.#insert(session, owner).session
  }

  async establish(session: HttpSession): Promise<void> {
    const live = this.#live.get(session.id)
    if (live !== undefined) {
      live.state = 'begun'
      live.usedAt = this.#settings.runtime.now()
      this.#unused.add(live)
    }
    await this.#shared?.create(session)
  }

  discard(session: HttpSession): void {
    this.#end(session, 'initialize failed')
  }

  /**
   * Finds a session that is alive and belongs to the principal, here or in the store; a copy shares the streams of the original.
   * Rejects as `create` throws, and if the store fails.
   */
  find(id: string, client: SessionClient): MaybePromise<HttpSession | undefined> {
    const live = this.#live.get(id)
    if (live !== undefined) return this.#use(live, client.principal)
    return this.#adopt(id, client).then((adopted) => this.#use(adopted, client.principal))
  }

  #use(live: LiveSession | undefined, principal: Principal | undefined): HttpSession | undefined {
    if (live === undefined || live.session.principal?.id !== principal?.id) return undefined
    if (isOver(live, this.#settings)) {
      this.#end(live.session, 'The session expired')
      return undefined
    }
    if (live.state === 'begun') this.#unused.delete(live)
    live.state = 'used'
    live.usedAt = this.#settings.runtime.now()
    this.#byOwner.renew(live)
    this.#refresh(live, checkMs.used)
    return live.session
  }

  touch({ id }: HttpSession): void {
    const live = this.#live.get(id)
    if (live !== undefined) live.usedAt = this.#settings.runtime.now()
  }

  /** True if other nodes may have the sessions too. */
  get isShared(): boolean {
    return this.#shared !== undefined
  }

  /** Stores what changed in a session, for all nodes. Rejects if the store fails. */
  async save(session: HttpSession): Promise<void> {
    const live = this.#live.get(session.id)
    if (this.#shared === undefined || live === undefined) return
    live.savedAt = this.#settings.runtime.now()
    if (!(await this.#shared.save(session))) this.#end(session, endedElsewhere)
  }

  /** As `save`. A failure is logged. */
  async trySave(session: HttpSession): Promise<void> {
    await this.save(session).catch((error: unknown) => {
      this.#settings.logger.error('A session could not be saved', { error })
    })
  }

  async delete(session: HttpSession): Promise<void> {
    this.#end(session, 'The client ended the session')
    await this.#shared?.delete(session)
  }

  /** Lets requests that are being served finish while the server sends none of its own, then ends every session of this node. */
  async close(): Promise<void> {
    const reason = new OmniportError('closed', 'The server is closing')
    this.#stopSweep?.()
    this.#stopListening?.()
    const sessions = Array.from(this.#live.values(), ({ session }) => session)
    for (const session of sessions) session.drain(reason)
    await Promise.all(sessions.map(({ inFlightRequests }) => inFlightRequests.idle()))
    for (const { session } of [...this.#live.values()]) this.#end(session, reason.message)
    this.#stopSweep?.()
  }

  expire(error: RpcError): void {
    for (const { session } of [...this.#live.values()]) session.inFlightRequests.expireAll(error)
  }

  async #adopt(id: string, { principal, owner }: SessionClient): Promise<LiveSession | undefined> {
    if (this.#shared === undefined || !/^[0-9a-f]{32}$/.test(id)) return undefined
    const record = await this.#shared.read(id)
    if (record === undefined) return undefined
    const existing = this.#live.get(id)
    if (existing !== undefined) return existing
    if (record.principal?.id !== principal?.id) return undefined
    this.#admit(record)
    const session = new HttpSession(id, record, this.#settings)
    session.sync(record)
    return this.#insert(session, owner, this.#settings.runtime.now())
  }

  #receive(id: string, message: SessionMessage): void {
    const session = this.#live.get(id)?.session
    if (session === undefined) return
    if (message.type === 'ended') this.#end(session, endedElsewhere)
    else session.receive(message)
  }

  #insert(session: HttpSession, owner: string, savedAt?: number): LiveSession {
    this.#byPrincipal.add(session.principal)
    const live = toLive(session, this.#byOwner.sharedOwner(owner), { now: this.#settings.runtime.now(), savedAt })
    this.#bytes += live.bytes
    this.#live.set(session.id, live)
    this.#byOwner.add(live)
    this.#sweepLater()
    return live
  }

  #refresh(live: LiveSession, checkMs: number): void {
    void this.#shared?.keep(live, checkMs).then((exists) => !exists && this.#end(live.session, endedElsewhere))
  }

  /** Makes room for a session, and counts it; `#insert` must follow at once. @throws HttpError as `create` does. */
  #admit(record: Pick<SessionRecord, 'client' | 'principal'>): void {
    const { limits, budgets } = this.#settings
    this.#byPrincipal.assertCapacity(record.principal)
    if (this.#live.size >= limits.sessions && !this.#makeRoom()) throw tooMany(503, 'sessions', limits)
    const bytes = bytesOf(record)
    // Beyond a half of what anonymous clients leave, it is sessions that make room.
    while (!budgets.anonymous.tryChange(0, bytes, limits.anonymousBytes)) {
      if (this.#bytes <= limits.anonymousBytes / 2 || !this.#makeRoom()) throw serverFull('anonymousBytes', limits)
    }
  }

  /** Ends a session that does nothing. Returns false if there is none. */
  #makeRoom(): boolean {
    const live = this.#unused.find(() => true) ?? this.#byOwner.find(isIdle)
    if (live !== undefined) this.#end(live.session, 'The session made room for another one')
    return live !== undefined
  }

  #end(session: HttpSession, reason: string): void {
    const live = this.#live.get(session.id)
    if (live === undefined) return
    this.#live.delete(session.id)
    for (const sessions of [this.#byOwner, this.#unused]) sessions.delete(live)
    this.#settings.budgets.anonymous.remove(live.bytes)
    this.#bytes -= live.bytes
    this.#byPrincipal.remove(session.principal)
    session.close(new OmniportError('closed', reason))
  }

  #sweepLater(): void {
    const { runtime, sessionIdleMs, limits } = this.#settings
    const everyMs = Math.max(Math.min(sessionIdleMs, limits.sessionOpenMs) / 4, 10)
    this.#stopSweep ??= runtime.after(everyMs, () => {
      this.#stopSweep = undefined
      for (const live of [...this.#live.values()]) {
        if (isOver(live, this.#settings)) this.#end(live.session, 'The session expired')
        else if (live.session.isBusy) this.#refresh(live, checkMs.busy)
      }
      if (this.#live.size > 0) this.#sweepLater()
    })
  }
}

function toLive(
  session: HttpSession,
  owner: Owned['owner'],
  { now, savedAt }: { readonly now: number; readonly savedAt: number | undefined },
): LiveSession {
  return { session, owner, bytes: bytesOf(session), state: 'new', usedAt: now, savedAt, checkedAt: now }
}

function isIdle({ state, session }: LiveSession): boolean {
  return state === 'used' && !session.isBusy
}

function isOver({ session, state, usedAt }: LiveSession, { runtime, limits, sessionIdleMs }: LegacySettings): boolean {
  const now = runtime.now()
  if (now - session.createdAt >= limits.sessionMs) return true
  const idleMs = state === 'begun' ? Math.min(limits.sessionOpenMs, sessionIdleMs) : sessionIdleMs
  return now - usedAt >= idleMs && !session.isBusy
}

const endedElsewhere = 'The session ended on another node'

/** The time after which a record is read again, when a session is used and while it has a stream. */
const checkMs = { used: 5_000, busy: 30_000 } as const

/** The bytes of one session beside those of its client. */
const sessionBytes = 4 * 1024

function bytesOf({ client, principal }: Pick<SessionRecord, 'client' | 'principal'>): number {
  return principal === undefined ? sessionBytes + jsonBytes(client) : 0
}
