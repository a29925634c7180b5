import { mkdir, readFile, realpath, rmdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { withFileLock } from '../../../node/file-lock.js'
import { removeStaleTemporaryFiles } from '../../../node/remove-stale-temporary-files.js'
import { replaceFile } from '../../../node/replace-file.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { LockStore } from '../../pins/pin.js'
import { emptyLock, type LockDocument, parseLock, pinsOf, printLock, withPins } from './lock-document.js'

/**
 * Creates pins in a file, to be committed beside the config: whoever has the same file trusts the same tools. Without the file
 * there are no pins; it is written with the first ones, and whenever they change. Any number of processes may share it.
 *
 * Rejects with OmniportError `invalid_config` for a file that cannot be used: one that is no JSON, that a merge left undecided,
 * or that a newer version wrote. It is never replaced by another, for that would lose what is pinned. Fields that mean nothing
 * here are kept.
 */
export function createFileLock(path = 'mcp.lock'): LockStore {
  const file = resolve(path)
  return {
    read: async () => withFileErrors(file, async () => pinsOf((await readDocument(file)).document)),
    write: (server, pins) =>
      withFolderLock(file, 'writing', () =>
        withFileErrors(file, async () => {
          const { document, text } = await readDocument(file)
          pinsOf(document)
          const changed = printLock(withPins(document, server, pins))
          if (changed !== text) await replace(file, changed)
        }),
      ),
    exclusive: (fn) => withFolderLock(file, 'pinning', fn),
  }
}

interface StoredDocument {
  readonly document: LockDocument
  /** As on the disk; undefined: there is no file. */
  readonly text: string | undefined
}

/** Far more than some hundred servers with some hundred tools each. */
const maxBytes = 64 * 1024 * 1024

async function readDocument(file: string): Promise<StoredDocument> {
  const size = await stat(file).then(
    (found) => found.size,
    (reason) => {
      if (hasCode(reason, 'ENOENT')) return undefined
      throw reason
    },
  )
  if (size === undefined) return { document: emptyLock, text: undefined }
  if (size > maxBytes) throw new SyntaxError(`is longer than ${maxBytes} bytes`)
  const text = await readFile(file, 'utf8')
  // Where git turns the ends of lines into those of Windows, that is no change.
  return { document: parseLock(text), text: text.replaceAll('\r\n', '\n') }
}

/** What goes wrong with the file, as an error that says which file. */
async function withFileErrors<T>(file: string, fn: () => Promise<T>): Promise<T> {
  try {
    return await fn()
  } catch (reason) {
    throw unusable(file, reason)
  }
}

function unusable(file: string, reason: unknown): OmniportError {
  const why = reason instanceof SyntaxError ? `it ${reason.message}` : String((reason as Error).message) // of node:fs
  return new OmniportError('invalid_config', `${file} cannot be used: ${why}`, { cause: reason })
}

async function replace(file: string, text: string): Promise<void> {
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) throw new SyntaxError(`would be longer than ${maxBytes} bytes`)
  const target = await realpath(file).catch(() => file)
  await removeStaleTemporaryFiles(target)
  await replaceFile(target, text, 0o644)
}

/** One process after the other. The folder that this takes is gone afterwards: it is among files that are committed. */
async function withFolderLock<T>(file: string, what: string, fn: () => Promise<T>): Promise<T> {
  const folder = `${file}.${what}`
  for (let attempt = 1; ; attempt += 1) {
    let hasLock = false
    const work = () => {
      hasLock = true
      return fn()
    }
    try {
      await mkdir(dirname(file), { recursive: true })
      return await withFileLock(folder, work)
    } catch (reason) {
      if (hasLock) throw reason
      // Whoever was done removed the folder just before it was used.
      if (!hasCode(reason, 'ENOENT') || attempt === maxAttempts) throw unusable(file, reason)
    } finally {
      await rmdir(folder).catch(() => {})
    }
  }
}

const maxAttempts = 100

function hasCode(reason: unknown, code: string): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === code
}
