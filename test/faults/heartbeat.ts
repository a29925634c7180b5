/** What came of a promise, and how the event loop beat meanwhile. */
export interface Beaten<T> {
  readonly outcome: T
  readonly beats: number
  /** The longest time between two beats. */
  readonly longestMs: number
}

/** Beats with every turn of the event loop until `promise` settles. */
export async function beat<T>(promise: Promise<T>): Promise<Beaten<T>> {
  let beats = 0
  let longestMs = 0
  let last = performance.now()
  let isOver = false
  const next = () => {
    const now = performance.now()
    longestMs = Math.max(longestMs, now - last)
    last = now
    beats += 1
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  try {
    const outcome = await promise
    return { outcome, beats, longestMs: Math.max(longestMs, performance.now() - last) }
  } finally {
    isOver = true
  }
}
