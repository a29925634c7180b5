import { isObject } from '../../../values/json/is-object.js'
import type { JsonValue } from '../../../values/json/json-value.js'
import { toJsonText } from '../../../values/json/to-json-text.js'
import type { Lease, Records, Versioned } from '../../records.js'
import { DurableMap, type TableServices } from './durable-map.js'

interface FileRecord {
  /** JSON. */
  readonly text: string
  readonly version: number
  /** The version that it was created with: smaller is older. */
  readonly created: number
  /** The member `owner` of the value that it was created with. */
  readonly owner: string | undefined
}

export interface FileRecordsOptions extends TableServices {
  readonly name: string
  /** Called when a record is created. */
  readonly onCreate?: ((id: string, owner: string | undefined) => void) | undefined
  /** Called when a record is deleted or expires. */
  readonly onEnd?: ((id: string) => void) | undefined
}

/**
 * `Records` that survive the process. Leases do not: one process uses them, so its end is the end of every lease. Fences grow all
 * the same.
 */
export class FileRecords implements Records {
  readonly table: DurableMap<FileRecord>
  readonly #options: FileRecordsOptions
  readonly #leases = new Map<string, Lease>()

  constructor(options: FileRecordsOptions) {
    this.#options = options
    this.table = new DurableMap({
      ...options,
      encode,
      decode,
      onEnd: (id) => {
        this.#leases.delete(id)
        options.onEnd?.(id)
      },
    })
  }

  async create(id: string, value: JsonValue, ttlMs: number): Promise<boolean> {
    const text = toJsonText('records: a value', value)
    if (this.table.planned(id) !== undefined) return this.table.unchanged(id, false)
    const version = this.#options.journal.nextNumber()
    const owner = ownerOf(value)
    return this.table.set(id, { value: { text, version, created: version, owner }, ttlMs }, () => {
      this.#options.onCreate?.(id, owner)
      return true
    })
  }

  async get(id: string): Promise<Versioned | undefined> {
    const record = this.table.get(id)
    return record && { value: JSON.parse(record.text), version: record.version }
  }

  async replace(id: string, version: number, value: JsonValue, ttlMs: number): Promise<boolean> {
    const text = toJsonText('records: a value', value)
    const record = this.table.planned(id)
    if (record?.version !== version) return this.table.unchanged(id, false)
    const next = { ...record, text, version: this.#options.journal.nextNumber() }
    return this.table.set(id, { value: next, ttlMs }, () => true)
  }

  async delete(id: string): Promise<boolean> {
    if (this.table.planned(id) === undefined) return this.table.unchanged(id, false)
    return this.table.delete(id, () => true)
  }

  async lease(id: string, node: string, ms: number): Promise<Lease | undefined> {
    if (this.table.get(id) === undefined) return undefined
    const { clock, journal } = this.#options
    const now = clock.now()
    const lease = this.#leases.get(id)
    const active = lease !== undefined && lease.expiresAt > now ? lease : undefined
    if (active !== undefined && active.node !== node) return undefined
    const taken = { node, fence: active?.fence ?? journal.nextNumber(), expiresAt: now + ms }
    this.#leases.set(id, taken)
    return taken
  }
}

function ownerOf(value: JsonValue): string | undefined {
  if (!isObject(value) || !Object.hasOwn(value, 'owner')) return undefined
  const { owner } = value
  return typeof owner === 'string' ? owner : undefined
}

function encode({ version, created, owner, text }: FileRecord): string {
  return `${version},${created},${JSON.stringify(owner ?? null)},${text}`
}

function decode(fields: readonly unknown[]): FileRecord | undefined {
  const [version, created, owner, value] = fields
  if (!Number.isSafeInteger(version) || !Number.isSafeInteger(created) || fields.length !== 4) return undefined
  if (owner !== null && typeof owner !== 'string') return undefined
  return { version: Number(version), created: Number(created), owner: owner ?? undefined, text: JSON.stringify(value) }
}
