import { defaultRuntime } from '../async/runtime/runtime.js'
import { pause } from '../async/waiting/pause.js'

/** Options of `assertNoLeaks`. */
export interface LeakOptions {
  /** How long things may take to close after `run`. Default: 2 seconds. */
  readonly graceMs?: number | undefined
}

/**
 * Runs a function, and rejects if it leaves anything behind that keeps the process running: sockets, servers, pipes, child processes,
 * watchers and timers. The error names them as Node does, such as `TCPSocketWrap` for a connection, `ProcessWrap` for a child process and
 * `Timeout` for a timer. Returns what the function returns.
 *
 * Let nothing else run meanwhile: what other code opens in that time counts as well. Rejects as the function does, and with TypeError
 * where the platform does not tell what is open, as in browsers and workers.
 */
export async function assertNoLeaks<T>(run: () => T | Promise<T>, { graceMs = 2_000 }: LeakOptions = {}): Promise<T> {
  const before = openResources()
  const returned = await run()
  const deadline = defaultRuntime.now() + graceMs
  let left = difference(openResources(), before)
  while (left.length > 0 && defaultRuntime.now() < deadline) {
    await pause(defaultRuntime, 20)
    left = difference(openResources(), before)
  }
  if (left.length > 0) throw new Error(`Left open after ${graceMs} ms: ${left.join(', ')}`)
  return returned
}

interface ProcessGlobal {
  readonly process?: { getActiveResourcesInfo?(): string[] }
}

function openResources(): readonly string[] {
  const opened = (globalThis as ProcessGlobal).process?.getActiveResourcesInfo?.()
  if (opened === undefined) {
    throw new TypeError('assertNoLeaks: this platform does not tell what is open; run it in Node')
  }
  return opened.filter((name) => !passing.has(name))
}

/** What ends by itself. */
const passing: ReadonlySet<string> = new Set([
  'Immediate',
  'TickObject',
  'PROMISE',
  'FSReqCallback',
  'FSReqPromise',
  'TTYWrap',
])

/** Those of `after` that are not in `before`, as often. */
function difference(after: readonly string[], before: readonly string[]): readonly string[] {
  const known = [...before]
  return after.filter((name) => {
    const index = known.indexOf(name)
    if (index >= 0) known.splice(index, 1)
    return index < 0
  })
}
