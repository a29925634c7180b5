import { lstat, readdir, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { defaultRuntime } from '../async/runtime/runtime.js'

/** Removes temporary files that dead processes of this user left beside a file. It never rejects. */
export async function removeStaleTemporaryFiles(path: string): Promise<void> {
  const folder = dirname(path)
  const prefix = `${basename(path)}.`
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (!name.startsWith(prefix) || !/^[0-9a-f]{18}\.tmp$/.test(name.slice(prefix.length))) continue
    if (await isStale(join(folder, name))) await unlink(join(folder, name)).catch(() => {})
  }
}

/** Writing a file takes moments. */
const staleMs = 60_000

async function isStale(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isFile() !== true || defaultRuntime.now() - found.mtimeMs < staleMs) return false
  return process.platform === 'win32' || found.uid === process.getuid?.()
}
