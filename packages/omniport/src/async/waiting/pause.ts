import type { Clock } from '../runtime/clock.js'

/** Resolves when `ms` have passed, or at once when `signal` aborts. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const onEnd = () => {
      stop()
      signal.removeEventListener('abort', onEnd)
      resolve()
    }
    const stop = clock.after(ms, onEnd)
    signal.addEventListener('abort', onEnd, { once: true })
    if (signal.aborted) onEnd()
  })
}
