import type { Sessions } from '../../../../store/sessions.js'
import type { JsonValue } from '../../../../values/json/json-value.js'
import type { LegacySettings } from '../legacy-settings.js'
import type { HttpSession } from './http-session.js'
import { applyChange, type SessionRecord } from './session-record.js'

/** Attempts to save a session while other nodes save it too. */
const maxAttempts = 20

/** A session of this node whose record is written and read from time to time. */
export interface SharedSession {
  readonly session: HttpSession
  /** The last time its record was written or read. Default: when it was created. */
  savedAt: number | undefined
  /** The last time the record was read. */
  checkedAt: number
}

/** The records of sessions in the store that nodes share, and what nodes tell each other of them. */
export class SharedSessions {
  readonly #settings: LegacySettings
  readonly #store: Sessions
  /** What is being saved, by session: one after the other. */
  readonly #saving = new WeakMap<HttpSession, Promise<boolean>>()
  /** What this node wrote or read last, by session: it need not be read before it is written again. */
  readonly #stored = new WeakMap<HttpSession, StoredRecord>()

  constructor(settings: LegacySettings, store: Sessions) {
    this.#settings = settings
    this.#store = store
  }

  async create(session: HttpSession): Promise<void> {
    const record = session.toRecord()
    await this.#store.create(session.id, toJson(record), this.#recordMs)
    session.sync(record)
  }

  async read(id: string): Promise<SessionRecord | undefined> {
    const stored = await this.#store.get(id)
    return stored && (stored.value as object as SessionRecord) // written by `create` and `save`
  }

  /** Writes what changed here, and tells the other nodes. Resolves with false if the session has ended. */
  save(session: HttpSession): Promise<boolean> {
    const before = this.#saving.get(session) ?? Promise.resolve(true)
    const saving = before.catch(() => {}).then(() => this.#save(session))
    this.#saving.set(session, saving)
    return saving
  }

  /**
   * Stores the record again when half of its time has passed, so that it does not end before its session; else reads it when it was not
   * read for `checkMs`, for a message of another node may be lost. Resolves with false if the session has ended. Never rejects.
   */
  async keep(shared: SharedSession, checkMs: number): Promise<boolean> {
    const { runtime, sessionIdleMs, logger } = this.#settings
    const now = runtime.now()
    const { session, savedAt = session.createdAt } = shared
    const isDue = now - savedAt >= sessionIdleMs / 2
    if (!isDue && now - shared.checkedAt < checkMs) return true
    if (isDue) shared.savedAt = now
    else shared.checkedAt = now
    return (isDue ? this.save(session) : this.#refresh(session)).catch((error: unknown) => {
      logger.error(isDue ? 'A session could not be saved' : 'A session could not be read', { error })
      return true
    })
  }

  async delete(session: HttpSession): Promise<void> {
    await this.#store.delete(session.id)
    await session.publish({ type: 'ended' })
  }

  /** A record lives longer than the time until it is written again. */
  get #recordMs(): number {
    return this.#settings.sessionIdleMs * 1.5
  }

  /**
   * Takes what other nodes have written. Resolves with false if the session has ended. Of a subscription that no message told of,
   * changes may have been missed.
   */
  async #refresh(session: HttpSession): Promise<boolean> {
    const stored = await this.#read(session)
    if (stored === undefined) return false
    const { record } = stored
    const known = new Set(session.subscriptions)
    session.sync(record)
    for (const uri of session.subscriptions) if (!known.has(uri)) session.missed(uri)
    return true
  }

  async #save(session: HttpSession): Promise<boolean> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const stored = this.#stored.get(session) ?? (await this.#read(session))
      if (stored === undefined) return false
      const { getStream, ...change } = session.unsaved
      const record = applyChange(stored.record, { ...change, ...(getStream !== undefined && { getStream }) })
      if (!(await this.#write(session, stored.version, record))) continue
      session.sync(record)
      if (Object.keys(change).length > 0) await session.publish({ type: 'changed', change })
      return true
    }
    throw new Error(`The session was changed by other nodes ${maxAttempts} times while it was being saved`)
  }

  async #read(session: HttpSession): Promise<StoredRecord | undefined> {
    const found = await this.#store.get(session.id)
    if (found === undefined) return undefined
    const stored = { record: found.value as object as SessionRecord, version: found.version } // written by `create` and `save`
    if (this.#store.update !== undefined) this.#stored.set(session, stored)
    return stored
  }

  /** Resolves with false if the record is no longer that of `version`. */
  async #write(session: HttpSession, version: number, record: SessionRecord): Promise<boolean> {
    const store = this.#store
    this.#stored.delete(session)
    if (store.update === undefined) return store.replace(session.id, version, toJson(record), this.#recordMs)
    const written = await store.update(session.id, version, toJson(record), this.#recordMs)
    if (written !== undefined) this.#stored.set(session, { record, version: written })
    return written !== undefined
  }
}

interface StoredRecord {
  readonly record: SessionRecord
  readonly version: number
}

function toJson(record: SessionRecord): JsonValue {
  return JSON.parse(JSON.stringify(record))
}
