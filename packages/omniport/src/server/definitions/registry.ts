/** Definitions by name. Clients that listen are notified of a change, which takes effect with their next request. */
export interface Registry<D> {
  /** Adds or replaces. @throws TypeError when the definition, its schemas, or the name cannot be used. */
  set(name: string, definition: D): void
  /** Gives true if the name was defined. */
  delete(name: string): boolean
  has(name: string): boolean
  keys(): IterableIterator<string>
}
