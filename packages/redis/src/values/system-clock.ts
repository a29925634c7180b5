import type { Clock } from 'omniport/jsonrpc'

/** The clock of the system. Only delays are measured with it: times that are stored are those of Redis. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  after(ms: number, fn: () => void, options: { readonly background?: boolean | undefined } = {}) {
    const timer = setTimeout(fn, ms)
    if (options.background === true) timer.unref()
    return () => clearTimeout(timer)
  },
})

/** Resolves after `ms` milliseconds. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve)
  })
}

/** A random time between two, so that nodes do not act at the same moment. */
export function jitter(fromMs: number, toMs: number): number {
  return fromMs + Math.random() * (toMs - fromMs)
}
