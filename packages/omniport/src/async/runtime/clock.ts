/** Time as this library sees it, so that tests and simulations need no patching. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `fn` once, `ms` milliseconds from now, unless the returned function is called first. */
  after(ms: number, fn: () => void, options?: TimerOptions): () => void
}

/** What a timer is for. */
export interface TimerOptions {
  /** It only cleans up: a process that has nothing else to do need not wait for it. Default: false. */
  readonly background?: boolean | undefined
}
