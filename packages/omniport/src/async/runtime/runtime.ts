import type { Clock, TimerOptions } from './clock.js'

/** Everything that differs from run to run, as one interface: replace it to simulate or replay. */
export interface Runtime extends Clock {
  /** `length` bytes that nobody can guess. */
  randomBytes(length: number): Uint8Array
  /** Calls `fn` after the current turn of the event loop. */
  defer(fn: () => void): void
}

/**
 * The real clock, randomness and event loop. If a timer is late because the process was busy, arrived input is read before it
 * fires: an answer that has arrived does not time out.
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

/** A timer of an idle process is never that late. */
const lateThresholdMs = 50

/** Waits for one turn of the event loop. Node runs timers before input, so both have run then. */
function afterPendingInput(fn: () => void): void {
  const loop = globalThis as EventLoop
  if (loop.setImmediate === undefined) setTimeout(fn, 0)
  else loop.setImmediate(fn)
}

/** The functions of the event loop that some platforms lack. */
interface EventLoop {
  readonly setImmediate?: ((fn: () => void) => unknown) | undefined
}

/** Lets the process end before `timer` fires. In browsers a timer is a number, and nothing waits for it. */
function unref(timer: unknown): void {
  if (typeof timer === 'object') (timer as { unref?(): void }).unref?.() // as in Node, Bun and Deno
}
