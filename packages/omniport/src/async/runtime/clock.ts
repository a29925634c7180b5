/** Time as this library sees it, so that tests and simulations need no patching. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `fn` once, `ms` milliseconds from now, unless the returned function is called first. */
  after(ms: number, fn: () => void, options?: TimerOptions): () => void
}

/** Options of a timer. */
export interface TimerOptions {
  /** True for timers that only clean up: they do not keep the process running. Default: false. */
  readonly background?: boolean | undefined
}
