import type { Clock } from '../runtime/clock.js'

/** How a server is watched. */
export interface HealthCheckOptions {
  readonly clock: Clock
  readonly everyMs: number
  /** Whether anybody would miss an answer; where nobody does, the server is left alone. */
  readonly isNeeded: () => boolean
  /** Settles when the server answered, or did not in time. Never rejects. */
  readonly check: () => Promise<void>
}

/** Asks a server from time to time whether it is there, one question at a time, until the returned function is called. */
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
