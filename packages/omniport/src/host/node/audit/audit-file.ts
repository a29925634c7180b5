import { constants } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { AuditRecord } from '../../audit/audit-record.js'
import { lastRecord } from './last-record.js'

/** A file of records, one per line; appended to, and opened on first use. */
export class AuditFile {
  readonly path: string
  #opened: Promise<FileHandle> | undefined
  /** Settles when the queued operations are done. */
  #idle: Promise<unknown> = Promise.resolve()

  constructor(path: string) {
    this.path = path
  }

  /** A record starts on a new line even after an unfinished one, which would make it unreadable. */
  append(record: AuditRecord): Promise<void> {
    return this.#enqueue(async (handle) => {
      const start = (await endsLine(handle)) ? '' : '\n'
      await handle.appendFile(`${start}${JSON.stringify(record)}\n`)
    })
  }

  /** Returns the last complete record; undefined if there is none. */
  last(): Promise<AuditRecord | undefined> {
    return this.#enqueue((handle) => lastRecord(handle, this.path))
  }

  async close(): Promise<void> {
    await this.#idle
    const handle = await this.#opened?.catch(() => undefined)
    this.#opened = undefined
    // The records are written even if the disk cannot sync.
    await handle?.datasync().catch(() => {})
    await handle?.close()
  }

  #enqueue<T>(work: (handle: FileHandle) => Promise<T>): Promise<T> {
    const done = this.#idle.then(async () => work(await this.#open()))
    this.#idle = done.catch(() => {})
    return done
  }

  #open(): Promise<FileHandle> {
    this.#opened ??= openOwn(this.path).catch((reason: unknown) => {
      this.#opened = undefined
      throw reason
    })
    return this.#opened
  }
}

async function endsLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat()
  if (size === 0) return true
  const { buffer } = await handle.read({ buffer: new Uint8Array(1), position: size - 1 })
  return buffer[0] === newline
}

const newline = '\n'.charCodeAt(0)

const isWindows = process.platform === 'win32'

async function openOwn(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await openAtEnd(path)
  try {
    const found = await handle.stat()
    if (!found.isFile()) throw refused(path, 'is no file')
    if (!isWindows && found.uid !== process.getuid?.()) throw refused(path, 'belongs to another user')
    if (!isWindows && (found.mode & 0o077) !== 0) await handle.chmod(0o600)
    return handle
  } catch (reason) {
    await handle.close()
    throw reason
  }
}

async function openAtEnd(path: string): Promise<FileHandle> {
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
  try {
    return await open(path, flags, 0o600)
  } catch (reason) {
    const { code } = reason as NodeJS.ErrnoException // `open` throws errors of this type
    if (code === 'ELOOP' || code === 'EMLINK') throw refused(path, 'is a symbolic link')
    throw refused(path, 'cannot be opened', reason)
  }
}

function refused(path: string, why: string, cause?: unknown): OmniportError {
  return new OmniportError('invalid_config', `the audit log ${path} is not written: it ${why}`, { cause })
}
