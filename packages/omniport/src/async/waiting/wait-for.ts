import { OmniportError } from '../../values/errors/omniport-error.js'
import { onAbort } from '../abort/on-abort.js'
import type { Clock } from '../runtime/clock.js'

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock | undefined
  /** Needs `clock`. */
  readonly timeoutMs?: number | undefined
}

/**
 * Waits for a promise until a timeout or an abort. The promise itself goes on then, and its outcome is ignored.
 *
 * Rejects with the signal's reason, or with OmniportError `timeout`.
 */
export function waitFor<T>(promise: Promise<T>, { clock, signal, timeoutMs }: WaitOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => finish(() => reject(signal?.reason))
    const expire = () => finish(() => reject(new OmniportError('timeout', `No answer within ${timeoutMs} ms`)))
    const finish = (settle: () => void) => {
      stopTimer?.()
      removeAbortListener?.()
      settle()
    }
    const removeAbortListener = signal === undefined ? undefined : onAbort(signal, giveUp)
    const stopTimer = timeoutMs === undefined ? undefined : clock?.after(timeoutMs, expire)
    promise.then(
      (value) => finish(() => resolve(value)),
      (reason) => finish(() => reject(reason)),
    )
    if (signal?.aborted === true) giveUp()
  })
}
