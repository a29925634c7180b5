import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { defaultRuntime } from '../../../async/runtime/runtime.js'
import { LineReader } from '../../../transport/stdio/read/line-reader.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { AuditRecord, AuditSink } from '../../audit/audit-record.js'
import { AuditFile, parseLine } from './audit-file.js'
import { WriterLock } from './writer-lock.js'

/** An audit log in a file. The caller disposes of it after closing the host. */
export interface FileAudit extends AuditSink, AsyncDisposable {
  last(): Promise<AuditRecord | undefined>
}

/**
 * Creates an audit log in a file: one JSON record per line. It continues an existing log; an unfinished last line, left by a
 * crash, is ignored. Only the user may read the file. A symbolic link, a file of another user and a file with other content
 * are refused (OmniportError `invalid_config`).
 *
 * The records of a file form one chain, so one process at a time writes it, from its first record until it disposes of the log
 * or ends. Another process waits 5 s once, then gets OmniportError `limit`. The lock is a folder `….locks` beside the file.
 *
 * Records survive a crash of the process at once, and a crash of the machine after a few seconds or after disposal.
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
 * Reads the records of a file, for `verifyAudit`. Lines end at `\n` only. Unfinished lines are left out; other invalid lines are
 * strings.
 */
export async function* readFileAudit(path: string): AsyncGenerator<unknown, void, undefined> {
  const oversized: string[] = []
  const onOversized = (_piece: Buffer, isLast: boolean) => {
    if (isLast) oversized.push(`a line of more than ${maxLineBytes} bytes`)
  }
  const lines = new LineReader({ lineBytes: maxLineBytes, onOversized })
  const input = createReadStream(path)
  try {
    for await (const chunk of input) {
      yield* valuesIn(lines.split(chunk as Buffer)) // no encoding was set
      yield* oversized.splice(0)
    }
    const last = lines.end()
    if (last !== undefined) yield* valuesIn([last])
    yield* oversized
  } finally {
    input.destroy()
  }
}

/** Far more than the longest record. */
const maxLineBytes = 64 * 1024 * 1024

function* valuesIn(lines: Iterable<Buffer>): Generator<unknown, void, undefined> {
  for (const line of lines) {
    const value = parseLine(line.toString())
    if (value !== undefined) yield value
  }
}
