import type { JsonValue } from '../values/json/json-value.js'

/**
 * Slots in which one node leaves a value for another: the answer to a question, a cancellation, the result of a parked
 * call. Ids are unguessable and used once.
 *
 * Every implementation keeps to this:
 * - The order does not matter: a value put before anybody takes waits, and so does a taker before the value is put.
 * - Each value is taken once, by one taker, on whatever node it waits.
 * - A value nobody takes within its time is forgotten. That it was taken is remembered for the same time.
 * - A value is taken as JSON makes it.
 */
export interface Inbox {
  /**
   * Leaves `value` for `ttlMs` milliseconds. False, and nothing changed: there was one already, or it was taken.
   *
   * Rejects with a TypeError when JSON cannot carry the value.
   */
  put(id: string, value: JsonValue, ttlMs: number): Promise<boolean>
  /** Waits for the value and takes it. Rejects with the reason of `signal` when that aborts first; nothing is then taken. */
  take(id: string, signal: AbortSignal): Promise<JsonValue>
}
