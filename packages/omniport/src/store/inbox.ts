import type { JsonValue } from '../values/json/json-value.js'

/**
 * Passes values between nodes: the answer to an input request, a cancellation, the result of a suspended call. Ids are
 * unguessable and used once.
 *
 * Contract:
 * - The order does not matter: a value waits for its taker, and a taker for its value.
 * - Each value is taken once, by one taker on any node.
 * - A value that is not taken in time is forgotten. A taken value is remembered as taken for the same time.
 * - Values are copied through JSON.
 */
export interface Inbox {
  /**
   * Stores `value` for `ttlMs` milliseconds. Returns false, without a change, if the id has a value or had one that was taken.
   *
   * Rejects with a TypeError if the value is not JSON.
   */
  put(id: string, value: JsonValue, ttlMs: number): Promise<boolean>
  /** Waits for the value and takes it. If `signal` aborts first, it rejects with the reason and takes nothing. */
  take(id: string, signal: AbortSignal): Promise<JsonValue>
}
