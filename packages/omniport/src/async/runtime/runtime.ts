import type { Clock, TimerOptions } from './clock.js'

/** Everything that differs from run to run, as one interface: replace it to simulate or replay. */
export interface Runtime extends Clock {
  /** `length` bytes that nobody can guess. */
  randomBytes(length: number): Uint8Array
  /** Calls `fn` after the current turn of the event loop. */
  defer(fn: () => void): void
}

/**
 * The real clock, randomness and event loop. What arrived while the process was busy is read before a timer fires that is late
 * for that: an answer that is there is no timeout.
 */
export const defaultRuntime: Runtime = Object.freeze({
  now: () => Date.now(),
  after: (ms: number, fn: () => void, options: TimerOptions = {}) => {
    const dueAt = Date.now() + ms
    let isStopped = false
    const fire = () => {
      if (Date.now() - dueAt < lateThresholdMs) fn()
      else
        afterPendingInput(() => {
          if (!isStopped) fn()
        })
    }
    const timer = setTimeout(fire, Math.min(ms, maxTimerMs))
    if (options.background === true) unref(timer)
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  },
  randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  defer: (fn: () => void) => {
    setTimeout(fn, 0)
  },
})

/** Timers beyond this overflow and would fire at once. */
const maxTimerMs = 2 ** 31 - 1

/** No timer of an idle process is that late. */
const lateThresholdMs = 50

/** Once round the event loop: where timers come before input, as in Node, both have then had their turn. */
function afterPendingInput(fn: () => void): void {
  const loop = globalThis as EventLoop
  if (loop.setImmediate === undefined) setTimeout(fn, 0)
  else loop.setImmediate(fn)
}

/** What not every platform has. */
interface EventLoop {
  readonly setImmediate?: ((fn: () => void) => unknown) | undefined
}

/** The process need not wait for `timer`. It is a number in browsers, where nothing waits. */
function unref(timer: unknown): void {
  if (typeof timer === 'object') (timer as { unref?(): void }).unref?.() // as in Node, Bun and Deno
}
