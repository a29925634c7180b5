import type { Runtime } from '../runtime/runtime.js'

/** How long to wait before the `attempt`-th start in a row, from 0: doubling from 100 ms up to 30 s, of which half is chance. */
export function backoffMs(attempt: number, runtime: Runtime): number {
  const longest = Math.min(maxMs, firstMs * 2 ** attempt)
  const [byte = 0] = runtime.randomBytes(1)
  return Math.round(longest * (0.5 + byte / 510))
}

const firstMs = 100
const maxMs = 30_000
