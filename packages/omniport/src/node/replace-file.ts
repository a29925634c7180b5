import { randomBytes } from 'node:crypto'
import { open, rename, unlink } from 'node:fs/promises'

export interface ReplacedFile {
  /** If it is a symbolic link, the link is replaced, not the file that it leads to. */
  readonly path: string
  /** The mode of a new file, less the umask. */
  readonly mode: number
  /** The mode of the existing file, which is kept. */
  readonly existingMode?: number | undefined
}

/** Replaces a file as a whole: a reader finds the old text or the new one, even after a crash. */
export async function replaceFile({ path, mode, existingMode }: ReplacedFile, text: string): Promise<void> {
  const temporary = `${path}.${randomBytes(9).toString('hex')}.tmp`
  const handle = await open(temporary, 'wx', existingMode === undefined ? mode : 0o600)
  try {
    await handle.writeFile(text)
    if (existingMode !== undefined) await handle.chmod(existingMode)
    await handle.sync()
    await handle.close()
    await rename(temporary, path)
  } catch (reason) {
    await handle.close().catch(() => {})
    await unlink(temporary).catch(() => {})
    throw reason
  }
}
