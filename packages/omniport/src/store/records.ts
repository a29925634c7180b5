import type { JsonValue } from '../values/json/json-value.js'

/** A value and its version, which `replace` compares. Versions of an id are never reused, even after the record was gone. */
export interface Versioned {
  readonly value: JsonValue
  readonly version: number
}

/** The right of one node to act on a record until `expiresAt` (milliseconds since the epoch). */
export interface Lease {
  readonly node: string
  /**
   * Grows with every new lease of the id, even after the record was gone, and stays while a lease is extended. A smaller number
   * is out of date.
   */
  readonly fence: number
  readonly expiresAt: number
}

/**
 * Records that several nodes read and change without locks.
 *
 * Contract:
 * - Each method is atomic, and every node reads what one node wrote.
 * - A record and its lease are gone `ttlMs` milliseconds after the record was last written. A lease does not extend it.
 * - Values are copied through JSON. A value that is not JSON is a TypeError.
 */
export interface Records {
  /** Returns false, without a change, if the id exists. */
  create(id: string, value: JsonValue, ttlMs: number): Promise<boolean>
  get(id: string): Promise<Versioned | undefined>
  /** Writes `value` if the record still has `version`; else returns false, without a change. */
  replace(id: string, version: number, value: JsonValue, ttlMs: number): Promise<boolean>
  /**
   * As `replace`, and resolves with the new version, or with undefined if nothing was written. Optional, for a store in which a read
   * costs a round trip: who writes a record again need not read it in between.
   */
  update?(id: string, version: number, value: JsonValue, ttlMs: number): Promise<number | undefined>
  /** Returns false if there was none. */
  delete(id: string): Promise<boolean>
  /**
   * Takes the lease of a record for `ms` milliseconds, or extends it (with the same fence) if `node` has it. Undefined if
   * another node has it, or if there is no record.
   */
  lease(id: string, node: string, ms: number): Promise<Lease | undefined>
}
