import type { ChildProcess } from 'node:child_process'

/**
 * Ends a process: closes its stdin, waits, sends SIGTERM, waits, and sends SIGKILL. Settles when its pipes are closed, or after it
 * was killed.
 *
 * spec: basic/transports/stdio#shutdown
 */
export async function endProcess(child: ChildProcess): Promise<void> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.stdin?.end()
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await settledIn(closed, stepMs)
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
  }
}

const stepMs = 2_000

/** Settles with `promise`, or after `ms`. Does not keep the process alive. */
function settledIn(promise: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref()
    void promise.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
