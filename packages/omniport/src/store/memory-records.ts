import type { Clock } from '../jsonrpc/clock.js'
import type { JsonValue } from '../protocol/model/json-value.js'
import { ExpiringMap } from './expiring-map.js'
import type { Lease, Records, Versioned } from './records.js'
import { toJsonText } from './to-json-text.js'

interface Kept {
  text: string
  version: number
  lease: Lease | undefined
}

/**
 * `Records` within this process. Versions and fences come from one count each for all records, so that a record made anew
 * repeats none of the one before. There is nothing to close; a timer of `clock` runs while there are records.
 */
export class MemoryRecords implements Records {
  readonly #clock: Clock
  readonly #records: ExpiringMap<Kept>
  #version = 0
  #fence = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#records = new ExpiringMap(clock)
  }

  async create(id: string, value: JsonValue, ttlMs: number): Promise<boolean> {
    const text = toJsonText('records: a value', value)
    if (this.#records.get(id) !== undefined) return false
    this.#records.set(id, { text, version: ++this.#version, lease: undefined }, ttlMs)
    return true
  }

  async get(id: string): Promise<Versioned | undefined> {
    const kept = this.#records.get(id)
    return kept && { value: JSON.parse(kept.text), version: kept.version }
  }

  async replace(id: string, version: number, value: JsonValue, ttlMs: number): Promise<boolean> {
    const text = toJsonText('records: a value', value)
    const kept = this.#records.get(id)
    if (kept?.version !== version) return false
    this.#records.set(id, { text, version: ++this.#version, lease: kept.lease }, ttlMs)
    return true
  }

  async delete(id: string): Promise<boolean> {
    return this.#records.delete(id)
  }

  async lease(id: string, node: string, ms: number): Promise<Lease | undefined> {
    const kept = this.#records.get(id)
    if (kept === undefined) return undefined
    const now = this.#clock.now()
    const held = kept.lease !== undefined && kept.lease.expiresAt > now ? kept.lease : undefined
    if (held !== undefined && held.node !== node) return undefined
    kept.lease = { node, fence: held?.fence ?? ++this.#fence, expiresAt: now + ms }
    return kept.lease
  }
}
