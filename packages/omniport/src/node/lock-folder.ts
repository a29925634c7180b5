import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** The folder of the lock of one file. */
export function lockFolder(path: string, name: string): string {
  return join(`${path}${lockFoldersSuffix}`, createHash('sha256').update(name).digest('hex').slice(0, 32))
}

/** Ends the name of the folder that holds the lock folders of a file. */
export const lockFoldersSuffix = '.locks'
