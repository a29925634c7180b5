import { vi } from 'vitest'

/** What Vitest waits for by default is a second, which a machine with other work takes for less. */
const timeoutMs = 10_000

let isPatched = false

/** `vi.waitFor` waits ten seconds unless it is told otherwise. Test files may share a process. */
export function setWaitTimeout(): void {
  if (isPatched) return
  isPatched = true
  const { waitFor } = vi
  vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout: timeoutMs, ...options })
}
