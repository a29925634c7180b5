import type { FileOperations, WritableFile } from '../../../packages/omniport/src/store/node/journal/file-operations.js'
import { realFiles } from '../../../packages/omniport/src/store/node/journal/file-operations.js'

/** What happens at one operation: it fails, a part of it is done and then it fails, or the process is dead from then on. */
export type Fault = 'fails' | 'fails halfway' | 'killed' | 'killed halfway'

export interface FaultyFiles {
  readonly files: FileOperations
  /** The number of operations so far. */
  readonly count: () => number
  /** Lets the operation with this number, or each from it to `last`, have a fault. */
  readonly failAt: (first: number, fault: Fault, last?: number) => void
  /** The process is dead from now on. Resolves when the operations that had begun have ended. */
  readonly kill: () => Promise<void>
}

/** The operations of the real file system, of which some fail. */
export function createFaultyFiles(): FaultyFiles {
  let count = 0
  let planned: { first: number; last: number; fault: Fault } | undefined
  let isDead = false
  const running = new Set<Promise<unknown>>()
  const faultOfNext = (): Fault | undefined => {
    const at = count++
    if (isDead) return 'killed'
    if (planned === undefined || at < planned.first || at > planned.last) return undefined
    isDead = planned.fault.startsWith('killed')
    return planned.fault
  }
  const track = <T>(operation: Promise<T>): Promise<T> => {
    running.add(operation)
    void operation.catch(() => {}).finally(() => running.delete(operation))
    return operation
  }
  const attempt = async <T>(
    operation: () => Promise<T>,
    half = async (): Promise<unknown> => undefined,
  ): Promise<T> => {
    const fault = faultOfNext()
    if (fault === undefined) return track(operation())
    if (fault.endsWith('halfway')) await track(half())
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  }
  const faulty = (file: WritableFile): WritableFile => ({
    write: ((bytes: Uint8Array, at: number, length: number, position: number) =>
      attempt(
        () => file.write(bytes, at, length, position),
        () => file.write(bytes, at, Math.floor(length / 2), position),
      )) as WritableFile['write'], // the one form that is called
    truncate: (size) => attempt(() => file.truncate(size)),
    sync: () => attempt(() => file.sync()),
    datasync: () => attempt(() => file.datasync()),
    stat: ((...args: []) => file.stat(...args)) as WritableFile['stat'], // the one form that is called
    close: () => file.close(),
  })
  return {
    count: () => count,
    failAt(first, fault, last = first) {
      planned = { first, last, fault }
    },
    async kill() {
      isDead = true
      await Promise.allSettled(running)
    },
    files: {
      open: (path, flags, mode) => attempt(async () => faulty(await realFiles.open(path, flags, mode))),
      rename: (from, to) => attempt(() => realFiles.rename(from, to)),
      unlink: (path) => attempt(() => realFiles.unlink(path)),
    },
  }
}

/** Files whose writes take one byte less than half of what they are given, without an error. */
export const shortWrites: FileOperations = {
  ...realFiles,
  async open(path, flags, mode) {
    const file = await realFiles.open(path, flags, mode)
    const write = file.write.bind(file)
    const short = (bytes: Uint8Array, at: number, length: number, position: number) =>
      write(bytes, at, Math.max(1, Math.floor(length / 2) - 1), position)
    return Object.assign(file, { write: short as typeof file.write }) // the one form that is called
  },
}
