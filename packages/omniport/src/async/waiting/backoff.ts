import type { Runtime } from '../runtime/runtime.js'

/** The time before the `attempt`-th start in a row, from 0: it doubles from 100 ms up to 30 s, and half of it is random. */
export function backoffMs(attempt: number, runtime: Runtime): number {
  const longest = Math.min(maxMs, firstMs * 2 ** attempt)
  const [byte = 0] = runtime.randomBytes(1)
  return Math.round(longest * (0.5 + byte / 510))
}

const firstMs = 100
const maxMs = 30_000
