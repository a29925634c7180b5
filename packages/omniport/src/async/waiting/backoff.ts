import type { Runtime } from '../runtime/runtime.js'

/**
 * The time before the `attempt`-th start in a row, from 0: it doubles from 100 ms up to `longestMs`, 30 s by default, and half
 * of it is random.
 */
export function backoffMs(attempt: number, runtime: Runtime, longestMs: number = maxMs): number {
  const longest = Math.min(longestMs, firstMs * 2 ** attempt)
  const [byte = 0] = runtime.randomBytes(1)
  return Math.round(longest * (0.5 + byte / 510))
}

const firstMs = 100
const maxMs = 30_000

/** Delays between attempts to restore what is lost from time to time. What lasted 10 s starts them from the shortest again. */
export class Backoff {
  readonly #runtime: Runtime
  #attempt = 0
  #sinceMs: number

  constructor(runtime: Runtime) {
    this.#runtime = runtime
    this.#sinceMs = runtime.now()
  }

  /** Called when an attempt has succeeded. */
  onRestored(): void {
    this.#sinceMs = this.#runtime.now()
  }

  /** Called when what was restored is lost. */
  onLost(): void {
    if (this.#runtime.now() - this.#sinceMs >= stableMs) this.#attempt = 0
  }

  /** The delay before the next attempt, which is counted. */
  nextMs(): number {
    this.#attempt += 1
    return backoffMs(this.#attempt - 1, this.#runtime)
  }
}

const stableMs = 10_000
