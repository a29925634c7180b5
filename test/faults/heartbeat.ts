import process from 'node:process'

/** Messages of 1,000 bytes that one turn of the event loop may hear: libuv reads a stream 32 times, 64 KiB each. */
export const mostInOneTurn = 5_000

/** What came of a promise, and how the event loop beat meanwhile. */
export interface Beaten<T> {
  readonly outcome: T
  /** The most time of the processor between two beats: what others do on this machine is not counted. */
  readonly longestMs: number
  /** By how much `count` grew at the most between two beats. */
  readonly most: number
}

/** Beats with every turn of the event loop until `promise` settles. `count` is what happened so far. */
export async function beat<T>(promise: Promise<T>, count = () => 0): Promise<Beaten<T>> {
  let longestMs = 0
  let most = 0
  let last = process.cpuUsage()
  let counted = count()
  let isOver = false
  const measure = () => {
    const { user, system } = process.cpuUsage(last)
    const soFar = count()
    longestMs = Math.max(longestMs, (user + system) / 1_000)
    most = Math.max(most, soFar - counted)
    last = process.cpuUsage()
    counted = soFar
  }
  const next = () => {
    measure()
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  try {
    const outcome = await promise
    measure()
    return { outcome, longestMs, most }
  } finally {
    isOver = true
  }
}
