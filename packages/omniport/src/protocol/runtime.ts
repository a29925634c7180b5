import type { Clock, TimerOptions } from '../jsonrpc/clock.js'

/** Everything that differs from run to run, as one interface: replace it to simulate or replay. */
export interface Runtime extends Clock {
  /** `length` bytes that nobody can guess. */
  randomBytes(length: number): Uint8Array
  /** Calls `fn` after the current turn of the event loop. */
  defer(fn: () => void): void
}

/** The real clock, randomness and event loop. */
export const defaultRuntime: Runtime = Object.freeze({
  now: () => Date.now(),
  after: (ms: number, fn: () => void, options: TimerOptions = {}) => {
    const timer = setTimeout(fn, Math.min(ms, maxTimerMs))
    if (options.background === true) release(timer)
    return () => clearTimeout(timer)
  },
  randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  defer: (fn: () => void) => {
    setTimeout(fn, 0)
  },
})

/** Timers beyond this overflow and would fire at once. */
const maxTimerMs = 2 ** 31 - 1

/** The process need not wait for `timer`. It is a number in browsers, where nothing waits. */
function release(timer: unknown): void {
  if (typeof timer === 'object') (timer as { unref?(): void }).unref?.() // as in Node, Bun and Deno
}
