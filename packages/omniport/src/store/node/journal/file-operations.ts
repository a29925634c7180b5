import { type FileHandle, open, rename, unlink } from 'node:fs/promises'

/** The operations that write, so that tests can make them fail. */
export interface FileOperations {
  open(path: string, flags: string, mode?: number): Promise<WritableFile>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
}

export type WritableFile = Pick<FileHandle, 'write' | 'truncate' | 'sync' | 'datasync' | 'stat' | 'close'>

export const realFiles: FileOperations = { open, rename, unlink }
