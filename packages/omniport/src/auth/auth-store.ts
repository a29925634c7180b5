/** Stores the registrations and tokens of a client: secrets, as JSON values. Keys may contain any character. */
export interface AuthStore {
  /** Undefined if there is no readable value. */
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  /**
   * Runs `fn` as the only one under this key among all that share the store, in other processes too; others wait. Settles as
   * `fn` does. The lock of a dead process is released.
   *
   * Aborting `signal` ends the wait: it rejects with the reason, and `fn` does not run. A running `fn` is not aborted.
   */
  exclusive<T>(key: string, fn: () => Promise<T>, signal?: AbortSignal): Promise<T>
}
