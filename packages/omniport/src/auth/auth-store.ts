/**
 * Where a client keeps its registrations and tokens between runs: secrets, in values of JSON. Keys are texts of this library,
 * which may hold any character.
 */
export interface AuthStore {
  /** Undefined where there is nothing, or nothing that can be read. */
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  /**
   * Runs `fn` while nobody else who shares the store, in this process or another, runs one under the same key; the others wait
   * for their turn. Settles as `fn` does. A holder that died does not block the others for ever.
   *
   * Aborting `signal` ends the wait: it rejects with its reason, and `fn` does not run. What runs is not aborted.
   */
  exclusive<T>(key: string, fn: () => Promise<T>, signal?: AbortSignal): Promise<T>
}
