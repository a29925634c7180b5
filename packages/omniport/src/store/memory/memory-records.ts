import type { Clock } from '../../async/runtime/clock.js'
import { ExpiringMap } from '../../async/timers/expiring-map.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { JsonValue } from '../../values/json/json-value.js'
import { toJsonText } from '../../values/json/to-json-text.js'
import type { ByteBudget } from '../../values/memory/byte-budget.js'
import { characterBytes } from '../../values/memory/json-bytes.js'
import type { Lease, Records, Versioned } from '../records.js'
import type { Sessions } from '../sessions.js'

interface StoredRecord {
  text: string
  readonly isCounted: boolean
  version: number
  lease: Lease | undefined
}

export interface MemoryRecordsOptions {
  /** The maximum number of records. Default: unlimited. */
  readonly maxEntries?: number | undefined
  /** Called when a record is created, before anything else can happen to it. */
  readonly onCreate?: ((id: string, value: JsonValue) => void) | undefined
  /** Called when a record is deleted or expires. */
  readonly onEnd?: ((id: string) => void) | undefined
  /** Counts what some of the records take in memory. */
  readonly counted?: CountedRecords | undefined
}

export interface CountedRecords {
  readonly budget: ByteBudget
  /** Tells by the value that a record is created with whether it is counted. */
  readonly includes: (value: JsonValue) => boolean
}

/**
 * `Records` in memory. Versions and fences are counted across all records, so that a recreated record repeats none. `create`
 * rejects with OmniportError `limit` when it is full. There is nothing to close; a timer of `clock` runs while there are
 * records.
 */
export class MemoryRecords implements Records {
  readonly #clock: Clock
  readonly #records: ExpiringMap<StoredRecord>
  readonly #maxEntries: number
  readonly #onCreate: ((id: string, value: JsonValue) => void) | undefined
  readonly #counted: CountedRecords | undefined
  #version = 0
  #fence = 0

  constructor(clock: Clock, options: MemoryRecordsOptions = {}) {
    const { maxEntries = Number.POSITIVE_INFINITY, onCreate, onEnd, counted } = options
    this.#clock = clock
    this.#records = new ExpiringMap(clock, (id, record) => {
      if (record.isCounted) this.#count(record.text, '')
      onEnd?.(id)
    })
    this.#maxEntries = maxEntries
    this.#onCreate = onCreate
    this.#counted = counted
  }

  /** Deletes expired records, even before the timer fires. */
  expire(): void {
    this.#records.expire()
  }

  async create(id: string, value: JsonValue, ttlMs: number): Promise<boolean> {
    const text = toJsonText('records: a value', value)
    if (this.#records.get(id) !== undefined) return false
    if (this.#records.size >= this.#maxEntries) {
      throw new OmniportError('limit', `records: ${this.#maxEntries} are stored already; raise maxEntries or try later`)
    }
    const isCounted = this.#counted?.includes(value) === true
    if (isCounted) this.#count('', text)
    this.#records.set(id, { text, isCounted, version: ++this.#version, lease: undefined }, ttlMs)
    this.#onCreate?.(id, value)
    return true
  }

  async get(id: string): Promise<Versioned | undefined> {
    const record = this.#records.get(id)
    return record && { value: JSON.parse(record.text), version: record.version }
  }

  async replace(id: string, version: number, value: JsonValue, ttlMs: number): Promise<boolean> {
    const text = toJsonText('records: a value', value)
    const record = this.#records.get(id)
    if (record?.version !== version) return false
    const { isCounted, lease } = record
    if (isCounted) this.#count(record.text, text)
    this.#records.set(id, { text, isCounted, version: ++this.#version, lease }, ttlMs)
    return true
  }

  async delete(id: string): Promise<boolean> {
    return this.#records.delete(id)
  }

  async lease(id: string, node: string, ms: number): Promise<Lease | undefined> {
    const record = this.#records.get(id)
    if (record === undefined) return undefined
    const now = this.#clock.now()
    const activeLease = record.lease !== undefined && record.lease.expiresAt > now ? record.lease : undefined
    if (activeLease !== undefined && activeLease.node !== node) return undefined
    record.lease = { node, fence: activeLease?.fence ?? ++this.#fence, expiresAt: now + ms }
    return record.lease
  }

  #count(before: string, after: string): void {
    this.#counted?.budget.add((after.length - before.length) * characterBytes)
  }
}

/** Creates `Sessions` in memory. There is nothing to close; a timer of `clock` runs while there are sessions. */
export function createMemorySessions(options: { readonly clock: Clock }): Sessions {
  return new MemoryRecords(options.clock)
}
