import type { Runtime } from '../runtime/runtime.js'
import { backoffMs } from './backoff.js'
import { pause } from './pause.js'

/** How often to try, and for how long. */
export interface RetryOptions {
  readonly runtime: Runtime
  /** Aborting it ends a pause, and everything after it. */
  readonly signal: AbortSignal
  /** After what time a failure is the last one. */
  readonly timeoutMs: number
  /** The least time from one failure to the next attempt. */
  readonly minPauseMs: number
  /** Whether it may do better the next time. */
  readonly isRetryable: (reason: unknown) => boolean
}

/**
 * Attempts something until it is done, each time after a longer pause.
 *
 * Rejects with what an attempt rejects with that will not pass, that comes too late or after the end of `signal`; or with the
 * reason of `signal`.
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
