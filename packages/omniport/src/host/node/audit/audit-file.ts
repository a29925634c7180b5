import { constants } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SerialQueue } from '../../../async/waiting/serial-queue.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { AuditRecord } from '../../audit/audit-record.js'
import { isAuditRecord } from '../../audit/is-audit-record.js'
import { invisible } from '../../consent/descriptions/visible-text.js'

/** A file of records, one per line; appended to, and opened on first use. */
export class AuditFile {
  readonly path: string
  #opened: Promise<FileHandle> | undefined
  readonly #queue = new SerialQueue()

  constructor(path: string) {
    this.path = path
  }

  /** A record starts on a new line even after an unfinished one, which would make it unreadable. */
  append(record: AuditRecord): Promise<void> {
    return this.#enqueue(async (handle) => {
      const start = (await endsLine(handle)) ? '' : '\n'
      await handle.appendFile(`${start}${printRecord(record)}\n`)
    })
  }

  /** Returns the last complete record; undefined if there is none. */
  last(): Promise<AuditRecord | undefined> {
    return this.#enqueue((handle) => lastRecord(handle, this.path))
  }

  async close(): Promise<void> {
    await this.#queue.idle
    const handle = await this.#opened?.catch(() => undefined)
    this.#opened = undefined
    // The records are written even if the disk cannot sync.
    await handle?.datasync().catch(() => {})
    await handle?.close()
  }

  #enqueue<T>(work: (handle: FileHandle) => Promise<T>): Promise<T> {
    return this.#queue.run(async () => work(await this.#open()))
  }

  #open(): Promise<FileHandle> {
    this.#opened ??= openPrivate(this.path).catch((reason: unknown) => {
      this.#opened = undefined
      throw reason
    })
    return this.#opened
  }
}

/**
 * Formats a record as JSON on one line. Control and invisible characters, and those that other programs take for the end of a
 * line, are escaped, so that a terminal and `grep` show what is there.
 */
function printRecord(record: AuditRecord): string {
  return JSON.stringify(record).replace(invisible, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/**
 * Returns the last record of a file; undefined for an empty one. Unfinished lines, left by crashes, are skipped.
 *
 * @throws OmniportError `invalid_config` if the end of the file is not an audit log.
 */
async function lastRecord(handle: FileHandle, path: string): Promise<AuditRecord | undefined> {
  const { size } = await handle.stat()
  const length = Math.min(size, maxTailBytes)
  const { buffer } = await handle.read({ buffer: new Uint8Array(length), position: size - length })
  // The first line may be cut, but then it is not valid JSON.
  const lines = new TextDecoder().decode(buffer).split('\n')
  const present = lines.filter((text) => text !== '')
  for (const line of present.slice(-maxUnfinished).toReversed()) {
    const record = parseLine(line)
    if (isAuditRecord(record)) return record
    if (record !== undefined) throw notAnAuditLog(path)
  }
  if (size > length || present.length > maxUnfinished) throw notAnAuditLog(path)
  return undefined
}

/** The part of the file's end that is read. Records are much shorter, since long arguments are truncated. */
const maxTailBytes = 4 * 1024 * 1024

/** Limit of consecutive unfinished lines: each crash leaves one. */
const maxUnfinished = 100

/** Parses a line; undefined for an empty line or an unfinished record. Text that is not JSON is returned as it is. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return line === '' || line.startsWith('{') ? undefined : line
  }
}

function notAnAuditLog(path: string): OmniportError {
  return new OmniportError('invalid_config', `${path} is not written: its content is not an audit log`)
}

async function endsLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat()
  if (size === 0) return true
  const { buffer } = await handle.read({ buffer: new Uint8Array(1), position: size - 1 })
  return buffer[0] === newline
}

const newline = '\n'.charCodeAt(0)

const isWindows = process.platform === 'win32'

async function openPrivate(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await openAtEnd(path)
  try {
    const found = await handle.stat()
    if (!found.isFile()) throw toRefusal(path, 'is not a regular file')
    if (!isWindows && found.uid !== process.getuid?.()) throw toRefusal(path, 'belongs to another user')
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
    if (code === 'ELOOP' || code === 'EMLINK') throw toRefusal(path, 'is a symbolic link')
    throw toRefusal(path, 'cannot be opened', reason)
  }
}

function toRefusal(path: string, why: string, cause?: unknown): OmniportError {
  return new OmniportError('invalid_config', `the audit log ${path} is not written: it ${why}`, { cause })
}
