import { onAbort } from '../abort/on-abort.js'
import type { Clock } from '../runtime/clock.js'

/** Resolves when `ms` have passed, or at once when `signal` aborts. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop()
      removeListener?.()
      resolve()
    }
    const stop = clock.after(ms, end)
    const removeListener = signal && onAbort(signal, end)
    if (signal?.aborted === true) end()
  })
}
