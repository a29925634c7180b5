import { mkdir, readFile, realpath, rmdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { withFileLock } from '../../../node/file-lock.js'
import { removeStaleTemporaryFiles } from '../../../node/remove-stale-temporary-files.js'
import { replaceFile } from '../../../node/replace-file.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { LockStore } from '../../pins/pin.js'
import { emptyLock, type LockDocument, parseLock, pinsOf, printLock, withPins } from './lock-document.js'

/**
 * Creates a pin store in a file, to be committed beside the config, so that everyone with the file trusts the same tools. A
 * missing file means no pins; it is written when pins are first added and whenever they change. Any number of processes may
 * share it.
 *
 * Rejects with OmniportError `invalid_config` for an unusable file: one that is not JSON, has merge conflicts, or was written
 * by a newer version. Such a file is never replaced, since that would lose the pins. Unknown fields are kept.
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
  /** The content of the file; undefined if it is missing. */
  readonly text: string | undefined
}

/** Enough for hundreds of servers with hundreds of tools each. */
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
  // Line ends that git converted for Windows do not count as a change.
  return { document: parseLock(text), text: text.replaceAll('\r\n', '\n') }
}

async function withFileErrors<T>(file: string, fn: () => Promise<T>): Promise<T> {
  try {
    return await fn()
  } catch (reason) {
    throw toFileError(file, reason)
  }
}

function toFileError(file: string, reason: unknown): OmniportError {
  const why =
    reason instanceof SyntaxError ? `it ${reason.message}` : reason instanceof Error ? reason.message : String(reason)
  return new OmniportError('invalid_config', `${file} cannot be used: ${why}`, { cause: reason })
}

/** Replaces the file atomically: a reader, even after a crash, finds the old or the new content. */
async function replace(file: string, text: string): Promise<void> {
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) throw new SyntaxError(`would be longer than ${maxBytes} bytes`)
  const target = await realpath(file).catch(() => file)
  await removeStaleTemporaryFiles(target)
  await replaceFile(target, text, 0o644)
}

/** Runs `fn` in one process at a time. The lock folder is removed afterwards, as it would be among committed files. */
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
      // Another process removed the folder just before this one used it.
      if (!hasCode(reason, 'ENOENT') || attempt === maxAttempts) throw toFileError(file, reason)
    } finally {
      await rmdir(folder).catch(() => {})
    }
  }
}

const maxAttempts = 100

function hasCode(reason: unknown, code: string): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === code
}
