import type { JsonValue } from '../values/json/json-value.js'

/** A value and the number of its writing, which `replace` compares. No two writings of an id have the same, also if it was gone in between. */
export interface Versioned {
  readonly value: JsonValue
  readonly version: number
}

/** The right of one node to act on a record until `expiresAt` (milliseconds since the epoch). */
export interface Lease {
  readonly node: string
  /**
   * Grows with every lease of the id that is taken, and stays while it is extended, also if the record was gone in between:
   * what carries a smaller number is out of date.
   */
  readonly fence: number
  readonly expiresAt: number
}

/**
 * Records that several nodes read and change without locks.
 *
 * Every implementation keeps to this:
 * - Each method is atomic, and what one node wrote every node reads.
 * - A record is gone `ttlMs` milliseconds after it was last written, and its lease with it. A lease prolongs nothing.
 * - Values are kept and read as JSON makes them. What JSON cannot carry is a TypeError.
 */
export interface Records {
  /** False, and nothing changed: there is one with that id. */
  create(id: string, value: JsonValue, ttlMs: number): Promise<boolean>
  get(id: string): Promise<Versioned | undefined>
  /** Writes `value` if the record is still at `version`. False, and nothing changed: it is not, or it is gone. */
  replace(id: string, version: number, value: JsonValue, ttlMs: number): Promise<boolean>
  /** Whether there was one. */
  delete(id: string): Promise<boolean>
  /**
   * Takes the lease of a record for `ms` milliseconds, or extends it (with the same fence) where `node` has it already.
   * Undefined: another node has it, or there is no such record.
   */
  lease(id: string, node: string, ms: number): Promise<Lease | undefined>
}
