import { vi } from 'vitest'

/** Waits until `check` does not throw, long enough for a machine that does much else. */
export function eventually<T>(check: () => T): Promise<T> {
  return vi.waitFor(check, { timeout: 15_000, interval: 10 })
}
