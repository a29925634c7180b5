import type { Clock } from '../runtime/clock.js'

/** Options of a health check. */
export interface HealthCheckOptions {
  readonly clock: Clock
  readonly everyMs: number
  /** False skips a check, since no caller waits for the server. */
  readonly isNeeded: () => boolean
  /** Settles when the server answered or timed out. Never rejects. */
  readonly check: () => Promise<void>
}

/** Checks a server at intervals, one check at a time, until the returned function is called. */
export function startHealthCheck({ clock, everyMs, isNeeded, check }: HealthCheckOptions): () => void {
  let isStopped = false
  let stop = () => {}
  const wait = () => {
    if (!isStopped) stop = clock.after(everyMs, run, { background: true })
  }
  const run = () => void (isNeeded() ? check() : Promise.resolve()).then(wait)
  wait()
  return () => {
    isStopped = true
    stop()
  }
}
