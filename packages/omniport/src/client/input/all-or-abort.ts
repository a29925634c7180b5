import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import type { Clock } from '../../async/runtime/clock.js'
import { waitFor } from '../../async/waiting/wait-for.js'

export interface AllOrAbortOptions {
  readonly clock: Clock
  readonly signals: readonly (AbortSignal | undefined)[]
  /** The time limit for all of them together. */
  readonly timeoutMs: number
}

/**
 * Runs functions in parallel, and settles with their results in order. The first failure, or the first of `signals` that
 * aborts, aborts the other functions, and their results are ignored.
 *
 * Rejects with the first failure, with the reason of the signal, or with OmniportError `timeout`.
 */
export async function allOrAbort<T>(
  runs: readonly ((signal: AbortSignal) => Promise<T>)[],
  { clock, signals, timeoutMs }: AllOrAbortOptions,
): Promise<readonly T[]> {
  const linked = new LinkedAbortController(...signals)
  const { signal } = linked
  try {
    signal.throwIfAborted()
    return await waitFor(Promise.all(runs.map((run) => run(signal))), { clock, signal, timeoutMs })
  } catch (reason) {
    linked.abort(reason)
    throw reason
  } finally {
    linked.unlink()
  }
}
