import type { Clock } from '../../jsonrpc/clock.js'

/** How a server is watched. */
export interface KeepAskingOptions {
  readonly clock: Clock
  readonly everyMs: number
  /** Whether anybody would miss an answer; where nobody does, the server is left alone. */
  readonly isUsed: () => boolean
  /** Settles when the server answered, or did not in time. Never rejects. */
  readonly ask: () => Promise<void>
}

/** Asks a server from time to time whether it is there, one question at a time, until the returned function is called. */
export function keepAsking({ clock, everyMs, isUsed, ask }: KeepAskingOptions): () => void {
  let isOver = false
  let stop = () => {}
  const wait = () => {
    if (!isOver) stop = clock.after(everyMs, look, { background: true })
  }
  const look = () => void (isUsed() ? ask() : Promise.resolve()).then(wait)
  wait()
  return () => {
    isOver = true
    stop()
  }
}
