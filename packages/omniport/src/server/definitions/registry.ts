/** Definitions by name. A change is announced to the clients that listen, and works from their next request on. */
export interface Registry<D> {
  /** Adds or replaces. @throws TypeError when the definition, its schemas, or the name cannot be used. */
  set(name: string, definition: D): void
  /** Whether there was one. */
  delete(name: string): boolean
  has(name: string): boolean
  keys(): IterableIterator<string>
}
