import { resolve } from 'node:path'
import { withFileLock } from '../../auth/node/file-lock.js'
import { lockFolder } from '../../auth/node/lock-folder.js'
import { OmniportError } from '../../jsonrpc/omniport-error.js'
import { defaultRuntime } from '../../protocol/runtime.js'
import type { AuditRecord, AuditSink } from '../audit/audit-record.js'
import { AuditFile } from './audit-file.js'

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
 * or dies; another one waits for 5 s, and then gets OmniportError `limit`. Beside the file there is a folder `….locks`.
 *
 * Records outlive the process as soon as they are written, but the machine only after some seconds, or the disposal.
 */
export function createFileAudit(path: string): FileAudit {
  const file = new AuditFile(resolve(path))
  let taken: Promise<() => Promise<void>> | undefined
  let isDisposed = false
  const use = async (): Promise<AuditFile> => {
    if (isDisposed) throw new OmniportError('closed', `the audit log ${path} is closed`)
    taken ??= takeAlone(file.path).catch((reason: unknown) => {
      // Whoever comes later may try again.
      taken = undefined
      throw reason
    })
    await taken
    return file
  }
  return {
    append: async (record) => (await use()).append(record),
    last: async () => (await use()).last(),
    async [Symbol.asyncDispose]() {
      isDisposed = true
      const release = await taken?.catch(() => undefined)
      await file.close()
      await release?.()
    },
  }
}

/** Settles when nobody else writes the file, with what lets others do so. */
function takeAlone(path: string): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    const giveUp = new AbortController()
    const stop = defaultRuntime.after(lockWaitMs, () => giveUp.abort(inUse(path)))
    const held = withFileLock(
      lockFolder(path, 'writer'),
      () =>
        new Promise<void>((release) => {
          stop()
          resolve(async () => {
            release()
            await held
          })
        }),
      { signal: giveUp.signal },
    )
    held.catch(reject).finally(stop)
  })
}

/** How long somebody who ends soon is waited for. */
const lockWaitMs = 5_000

function inUse(path: string): OmniportError {
  return new OmniportError('limit', `another process, or another host, writes the audit log ${path}`)
}
