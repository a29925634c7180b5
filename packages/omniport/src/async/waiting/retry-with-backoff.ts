import type { Runtime } from '../runtime/runtime.js'
import { backoffMs } from './backoff.js'
import { pause } from './pause.js'

/** Options of `retryWithBackoff`. */
export interface RetryOptions {
  readonly runtime: Runtime
  /** Aborting it ends a pause, and everything after it. */
  readonly signal: AbortSignal
  /** The time after which a failure ends the attempts. */
  readonly timeoutMs: number
  /** The least time from one failure to the next attempt. */
  readonly minPauseMs: number
  /** Tells if another attempt may succeed. */
  readonly isRetryable: (reason: unknown) => boolean
}

/**
 * Repeats an attempt until it succeeds, each time after a longer pause.
 *
 * Rejects with the reason of an attempt that is permanent, comes too late or follows the end of `signal`; or with the reason
 * of `signal`.
 */
export async function retryWithBackoff<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { runtime, signal, timeoutMs, minPauseMs, isRetryable } = options
  const sinceMs = runtime.now()
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt()
    } catch (reason) {
      if (signal.aborted || !isRetryable(reason) || runtime.now() - sinceMs >= timeoutMs) throw reason
    }
    await pause(runtime, Math.max(minPauseMs, backoffMs(failures, runtime)), signal)
    signal.throwIfAborted()
  }
}
