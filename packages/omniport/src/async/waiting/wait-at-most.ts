import type { Clock } from '../runtime/clock.js'

/** Resolves when `promise`, which must not reject, resolves, or after `ms`. */
export function waitAtMost(promise: Promise<unknown>, clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = clock.after(ms, resolve)
    void promise.then(() => {
      stop()
      resolve()
    })
  })
}
