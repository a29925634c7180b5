import type { Stats } from 'node:fs'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** An open file. The caller closes the handle. */
export interface OpenedFile {
  readonly handle: FileHandle
  readonly stats: Stats
}

/** The reason why a file is not read. The message continues `it `. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
}

/**
 * Opens a file for reading; undefined if it is missing. Symbolic links are not followed, and pipes do not block. Rejects with
 * FileProblem for anything but a regular file, and for one that cannot be read.
 */
export async function openRegularFile(path: string): Promise<OpenedFile | undefined> {
  const handle = await openUnfollowed(path)
  if (handle === undefined) return undefined
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw new FileProblem('is not a regular file')
    return { handle, stats }
  } catch (reason) {
    await handle.close()
    throw reason
  }
}

/** Windows does not have these flags. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

async function openUnfollowed(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, flags)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException // what `open` throws
    if (code === 'ENOENT') return undefined
    if (code === 'ELOOP' || code === 'EMLINK') throw new FileProblem('is a symbolic link', { cause })
    throw new FileProblem(`cannot be read: ${message}`, { cause })
  }
}
