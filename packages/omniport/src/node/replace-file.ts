import { randomBytes } from 'node:crypto'
import { open, rename, unlink } from 'node:fs/promises'

/** Replaces a file as a whole: a reader finds the old text or the new one, even after a crash. */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const temporary = `${path}.${randomBytes(9).toString('hex')}.tmp`
  const handle = await open(temporary, 'wx', mode)
  try {
    await handle.writeFile(text)
    await handle.sync()
    await handle.close()
    await rename(temporary, path)
  } catch (reason) {
    await handle.close().catch(() => {})
    await unlink(temporary).catch(() => {})
    throw reason
  }
}
