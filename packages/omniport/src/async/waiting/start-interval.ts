import type { Clock } from '../runtime/clock.js'

/**
 * Runs a function every `everyMs`, in the background, until the returned function is called. The time counts from the end of
 * one run, which must not reject, to the start of the next.
 */
export function startInterval(clock: Clock, everyMs: number, run: () => Promise<void>): () => void {
  let isStopped = false
  let stop = () => {}
  const wait = () => {
    if (!isStopped) stop = clock.after(everyMs, () => void run().then(wait), { background: true })
  }
  wait()
  return () => {
    isStopped = true
    stop()
  }
}
