import type { Runtime } from '../runtime/runtime.js'
import { backoffMs } from './backoff.js'
import { pause } from './pause.js'

/** Says which failures are tried again, when, and until when. */
export interface RetryPolicy {
  readonly runtime: Runtime
  /** Ends a pause when it aborts, and everything after it. */
  readonly signal: AbortSignal
  /** A failure after this time is the last one. Default: no end. */
  readonly timeoutMs?: number
  /** Default: any number. */
  readonly maxAttempts?: number
  /** The pause after so many failures, from 1, the last of them with `reason`. Default: `backoffMs`. */
  readonly delayMs?: (failures: number, reason: unknown) => number
  /** Says that the next attempt may succeed. */
  readonly isRetryable: (reason: unknown) => boolean
  /** Called with each failure that is retryable, the last one included. */
  readonly onFailure?: (reason: unknown) => void
}

/**
 * Repeats an attempt until it succeeds, each time after a longer pause.
 *
 * Rejects with the reason of an attempt that is permanent, comes too late or follows the end of `signal`; or with the reason
 * of `signal`.
 */
export async function retryWithBackoff<T>(attempt: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  const { runtime, signal, timeoutMs = Number.POSITIVE_INFINITY, maxAttempts = Number.POSITIVE_INFINITY } = policy
  const { delayMs = (failures: number) => backoffMs(failures - 1, runtime), isRetryable, onFailure } = policy
  const sinceMs = runtime.now()
  for (let failures = 1; ; failures += 1) {
    let pauseMs: number
    try {
      return await attempt()
    } catch (reason) {
      if (signal.aborted || !isRetryable(reason)) throw reason
      onFailure?.(reason)
      if (failures >= maxAttempts || runtime.now() - sinceMs >= timeoutMs) throw reason
      pauseMs = delayMs(failures, reason)
    }
    await pause(runtime, pauseMs, signal)
    signal.throwIfAborted()
  }
}
