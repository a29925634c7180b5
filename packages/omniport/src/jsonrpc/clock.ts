/** Time as this library sees it, so that tests and simulations need no patching. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `fn` once, `ms` milliseconds from now, unless the returned function is called first. */
  after(ms: number, fn: () => void): () => void
}
