import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import type { Clock } from '../../async/runtime/clock.js'
import { waitFor } from '../../async/waiting/wait-for.js'

/** What ends several pieces of work before they are done. */
export interface AllOrAbortOptions {
  readonly clock: Clock
  readonly signals: readonly (AbortSignal | undefined)[]
  /** How long all of it may take. */
  readonly timeoutMs: number
}

/**
 * Does several things at once, and gives what they came to, in order. The first that fails, and the first of `signals` that
 * aborts, aborts all that are left; nobody waits for those.
 *
 * Rejects with what failed first, with the reason of the signal, or with OmniportError `timeout`.
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
