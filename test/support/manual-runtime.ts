import type { Runtime } from '../../packages/omniport/src/async/runtime/runtime.js'

/** A runtime whose time stands still until it is told to pass, and whose random bytes are the same in every run. */
export interface ManualRuntime extends Runtime {
  /** Lets `ms` milliseconds pass: the timers that are due fire, in their order. */
  advance(ms: number): void
  /** Timers that neither fired nor were stopped. */
  readonly timers: number
}

interface Timer {
  readonly at: number
  readonly fn: () => void
}

/** Creates a runtime at time 0. */
export function createManualRuntime(): ManualRuntime {
  const timers = new Set<Timer>()
  let now = 0
  let seed = 0
  const next = (until: number): Timer | undefined =>
    [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
  return {
    now: () => now,
    after(ms, fn) {
      const timer = { at: now + ms, fn }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    defer: (fn) => queueMicrotask(fn),
    randomBytes: (length) => Uint8Array.from({ length }, () => seed++ % 256),
    advance(ms) {
      const until = now + ms
      for (let timer = next(until); timer !== undefined; timer = next(until)) {
        timers.delete(timer)
        now = timer.at
        timer.fn()
      }
      now = until
    },
    get timers() {
      return timers.size
    },
  }
}
