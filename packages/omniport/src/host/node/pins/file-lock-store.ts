import { mkdir, rmdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { withFileLock } from '../../../node/file-lock.js'
import { FileProblem, openRegularFile } from '../../../node/open-regular-file.js'
import { removeStaleTemporaryFiles } from '../../../node/remove-stale-temporary-files.js'
import { type ReplacedFile, replaceFile } from '../../../node/replace-file.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { LockStore } from '../../pins/pin.js'
import { emptyLock, type LockDocument, type PinKind, parseLock, pinsOf, printLock, withPins } from './lock-document.js'

/**
 * Creates a pin store in a file, to be committed beside the config, so that everyone with the file trusts the same tools and skills. A
 * missing file means no pins; it is written when pins are first added and whenever they change. Any number of processes may
 * share it.
 *
 * Rejects with OmniportError `invalid_config` for an unusable file: one that is not JSON, has merge conflicts, was written by a
 * newer version, or is a symbolic link. Such a file is never replaced, since that would lose the pins. Unknown fields and the mode
 * of the file are kept.
 */
export function createFileLock(path = 'mcp.lock'): LockStore {
  const file = resolve(path)
  return { ...storeOf(file, 'tools'), skills: storeOf(file, 'skills') }
}

function storeOf(file: string, kind: PinKind): Omit<LockStore, 'skills'> {
  return {
    read: async () => withFileErrors(file, async () => pinsOf((await readDocument(file)).document, kind)),
    write: (server, pins) =>
      withFolderLock(file, 'writing', () =>
        withFileErrors(file, async () => {
          const { document, text, mode } = await readDocument(file)
          for (const each of ['tools', 'skills'] as const) pinsOf(document, each)
          const changed = printLock(withPins(document, { kind, server, pins }))
          if (changed !== text) await replace({ path: file, mode: 0o644, existingMode: mode }, changed)
        }),
      ),
    exclusive: (fn) => withFolderLock(file, 'pinning', fn),
  }
}

interface StoredDocument {
  readonly document: LockDocument
  /** The content of the file; undefined if it is missing. */
  readonly text: string | undefined
  readonly mode?: number | undefined
}

/** Enough for hundreds of servers with hundreds of tools each. */
const maxBytes = 64 * 1024 * 1024

/** A repository may contain the file, and a link could lead anywhere, so links are not followed. */
async function readDocument(file: string): Promise<StoredDocument> {
  const opened = await openRegularFile(file)
  if (opened === undefined) return { document: emptyLock, text: undefined }
  const { handle, stats } = opened
  try {
    if (stats.size > maxBytes) throw new SyntaxError(`is longer than ${maxBytes} bytes`)
    const text = await handle.readFile('utf8')
    // Line ends that git converted for Windows do not count as a change.
    return { document: parseLock(text), text: text.replaceAll('\r\n', '\n'), mode: stats.mode & 0o777 }
  } finally {
    await handle.close()
  }
}

async function withFileErrors<T>(file: string, fn: () => Promise<T>): Promise<T> {
  try {
    return await fn()
  } catch (reason) {
    throw toFileError(file, reason)
  }
}

function toFileError(file: string, reason: unknown): OmniportError {
  const isAboutFile = reason instanceof SyntaxError || reason instanceof FileProblem
  const why = isAboutFile ? `it ${reason.message}` : reason instanceof Error ? reason.message : String(reason)
  return new OmniportError('invalid_config', `${file} cannot be used: ${why}`, { cause: reason })
}

/** Replaces the file atomically: a reader, even after a crash, finds the old or the new content. */
async function replace(file: ReplacedFile, text: string): Promise<void> {
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) throw new SyntaxError(`would be longer than ${maxBytes} bytes`)
  await removeStaleTemporaryFiles(file.path)
  await replaceFile(file, text)
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
