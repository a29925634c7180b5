import type { Clock } from '../async/runtime/clock.js'
import { withFileLock } from './file-lock.js'

export interface HoldFileLockOptions {
  readonly clock: Clock
  /** The time to wait for another process to release it. */
  readonly waitMs: number
  /** Creates the error for a lock that another process keeps. */
  readonly refuse: () => Error
}

/** Releases a lock, and settles once it is free. */
export type ReleaseFileLock = () => Promise<void>

/** Takes the lock of a folder until it is released. Rejects with the error of `refuse` if another process keeps it. */
export function holdFileLock(folder: string, options: HoldFileLockOptions): Promise<ReleaseFileLock> {
  const { clock, waitMs, refuse } = options
  const giveUp = new AbortController()
  const stop = clock.after(waitMs, () => giveUp.abort(refuse()))
  return new Promise<ReleaseFileLock>((resolve, reject) => {
    const hold = () =>
      new Promise<void>((release) => {
        resolve(async () => {
          release()
          await holding
        })
      })
    const holding = withFileLock(folder, hold, { signal: giveUp.signal })
    holding.catch(reject)
  }).finally(stop)
}
