import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { defaultRuntime } from '../../../async/runtime/runtime.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { AuditRecord, AuditSink } from '../../audit/audit-record.js'
import { AuditFile } from './audit-file.js'
import { WriterLock } from './writer-lock.js'

/** An audit log in a file. Whoever creates it disposes of it, after the host was closed. */
export interface FileAudit extends AuditSink, AsyncDisposable {
  last(): Promise<AuditRecord | undefined>
}

/**
 * Creates an audit log in a file: one record per line, as JSON. What is in the file already is gone on with; a last line that a
 * crash left unfinished is kept, and counts for nothing. Only its user may read the file, and nothing is written to one that is
 * a symbolic link, that belongs to another user or holds something else (OmniportError `invalid_config`).
 *
 * The records of one file are one chain, so one process at a time writes it, from the first record on until it is disposed of
 * or dies; another one waits for 5 s, once, and then gets OmniportError `limit`. Beside the file there is a folder `….locks`.
 *
 * Records outlive the process as soon as they are written, but the machine only after some seconds, or the disposal.
 */
export function createFileAudit(path: string): FileAudit {
  const file = new AuditFile(resolve(path))
  const writerLock = new WriterLock(file.path, defaultRuntime)
  let isDisposed = false
  const use = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDisposed) throw new OmniportError('closed', `the audit log ${path} is closed`)
    return writerLock.run(work)
  }
  return {
    append: (record) => use(() => file.append(record)),
    last: () => use(() => file.last()),
    async [Symbol.asyncDispose]() {
      isDisposed = true
      await writerLock.release(() => file.close())
    },
  }
}

/**
 * What an audit log in a file holds, line by line, for `verifyAudit`. Lines that a crash left unfinished are left out; another
 * line that is no JSON is given as text.
 */
export async function* readFileAudit(path: string): AsyncGenerator<unknown, void, undefined> {
  const input = createReadStream(path, 'utf8')
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  try {
    for await (const line of lines) {
      const value = parseLine(line)
      if (value !== undefined) yield value
    }
  } finally {
    lines.close()
    input.destroy()
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return line === '' || line.startsWith('{') ? undefined : line
  }
}
