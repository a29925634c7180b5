import { OmniportError } from '../../../jsonrpc/omniport-error.js'
import type { RpcError } from '../../../jsonrpc/rpc-error.js'
import type { JsonValue } from '../../../protocol/model/json-value.js'
import type { Principal } from '../../../protocol/peer.js'
import { randomId } from '../../../protocol/random-id.js'
import type { HttpSettings } from '../http-settings.js'
import { tooMany } from '../traffic.js'
import { HttpSession, type SessionRecord } from './http-session.js'

interface Live {
  readonly session: HttpSession
  usedAt: number
}

/**
 * The sessions of this node, least recently used first, and their records for other nodes. A session ends when it is idle or
 * old, when it is deleted, or with the server.
 */
export class SessionTable {
  readonly #settings: HttpSettings
  readonly #live = new Map<string, Live>()
  readonly #byPrincipal = new Map<string, number>()
  #stopSweep: (() => void) | undefined

  constructor(settings: HttpSettings) {
    this.#settings = settings
  }

  get size(): number {
    return this.#live.size
  }

  /** A session that is not in the table yet. @throws HttpError 503 or 429 when there are too many. */
  create(record: Omit<SessionRecord, 'createdAt'>): HttpSession {
    const { limits, runtime } = this.#settings
    if (this.#live.size >= limits.sessions) throw tooMany(503, 'sessions', limits.sessions)
    const own = record.principal === undefined ? 0 : (this.#byPrincipal.get(record.principal.id) ?? 0)
    if (own >= limits.sessionsPerPrincipal) throw tooMany(429, 'sessionsPerPrincipal', limits.sessionsPerPrincipal)
    return new HttpSession(randomId(runtime, 16), { ...record, createdAt: runtime.now() }, this.#settings)
  }

  /** Keeps a session whose `initialize` succeeded. */
  async add(session: HttpSession): Promise<void> {
    this.#insert(session)
    await this.#settings.sessionStore.create(session.id, toJson(session), this.#settings.sessionIdleMs)
  }

  /**
   * The session of that id, if it is alive and belongs to the principal. Of a session that another node made, a copy that
   * shares its streams.
   */
  async find(id: string, principal: Principal | undefined): Promise<HttpSession | undefined> {
    const live = this.#live.get(id)
    const session = live?.session ?? (await this.#adopt(id))
    if (session === undefined || session.principal?.id !== principal?.id) return undefined
    if (this.#isOver(session, live?.usedAt)) {
      this.#end(session, 'The session expired')
      return undefined
    }
    this.#touch(session)
    return session
  }

  /** Writes what changed in a session for other nodes. */
  async save(session: HttpSession): Promise<void> {
    const { sessionStore, sessionIdleMs } = this.#settings
    const record = await sessionStore.get(session.id)
    if (record !== undefined) await sessionStore.replace(session.id, record.version, toJson(session), sessionIdleMs)
  }

  /** Ends a session for good. */
  async delete(session: HttpSession): Promise<void> {
    this.#end(session, 'The client ended the session')
    await this.#settings.sessionStore.delete(session.id)
  }

  /** Ends every session of this node; requests in flight are answered with `error`. */
  close(error: RpcError): void {
    this.#stopSweep?.()
    for (const { session } of [...this.#live.values()]) {
      session.calls.expireAll(error)
      this.#end(session, 'The server is closing')
    }
  }

  async #adopt(id: string): Promise<HttpSession | undefined> {
    if (!/^[0-9a-f]{32}$/.test(id)) return undefined
    const record = await this.#settings.sessionStore.get(id)
    if (record === undefined) return undefined
    const again = this.#live.get(id)?.session
    if (again !== undefined) return again
    const session = new HttpSession(id, record.value as object as SessionRecord, this.#settings) // written by `toJson`
    this.#insert(session)
    return session
  }

  #insert(session: HttpSession): void {
    const { id } = session.principal ?? {}
    if (id !== undefined) this.#byPrincipal.set(id, (this.#byPrincipal.get(id) ?? 0) + 1)
    this.#touch(session)
    this.#sweepLater()
  }

  #touch(session: HttpSession): void {
    this.#live.delete(session.id)
    this.#live.set(session.id, { session, usedAt: this.#settings.runtime.now() })
  }

  #isOver(session: HttpSession, usedAt = Number.POSITIVE_INFINITY): boolean {
    const { runtime, limits, sessionIdleMs } = this.#settings
    const now = runtime.now()
    const isIdle = now - usedAt >= sessionIdleMs && session.calls.size === 0 && !session.isRead
    return isIdle || now - session.createdAt >= limits.sessionMs
  }

  #end(session: HttpSession, reason: string): void {
    if (!this.#live.delete(session.id)) return
    const { id } = session.principal ?? {}
    if (id !== undefined) {
      const left = (this.#byPrincipal.get(id) ?? 1) - 1
      if (left === 0) this.#byPrincipal.delete(id)
      else this.#byPrincipal.set(id, left)
    }
    session.close(new OmniportError('closed', reason))
  }

  #sweepLater(): void {
    const { runtime, sessionIdleMs } = this.#settings
    this.#stopSweep ??= runtime.after(Math.max(sessionIdleMs / 4, 10), () => {
      this.#stopSweep = undefined
      this.#sweep()
      if (this.#live.size > 0) this.#sweepLater()
    })
  }

  #sweep(): void {
    for (const { session, usedAt } of [...this.#live.values()]) {
      if (this.#isOver(session, usedAt)) this.#end(session, 'The session expired')
    }
  }
}

function toJson(session: HttpSession): JsonValue {
  return JSON.parse(JSON.stringify(session.toRecord()))
}
