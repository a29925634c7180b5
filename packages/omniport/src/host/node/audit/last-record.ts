import type { FileHandle } from 'node:fs/promises'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { AuditRecord } from '../../audit/audit-record.js'
import { isAuditRecord } from '../../audit/is-audit-record.js'

/**
 * Returns the last record of a file; undefined for an empty one. Unfinished lines, left by crashes, are skipped.
 *
 * @throws OmniportError `invalid_config` if the end of the file is not an audit log.
 */
export async function lastRecord(handle: FileHandle, path: string): Promise<AuditRecord | undefined> {
  const { size } = await handle.stat()
  const length = Math.min(size, maxTailBytes)
  const { buffer } = await handle.read({ buffer: new Uint8Array(length), position: size - length })
  // The first line may be cut, but then it is not valid JSON.
  const lines = new TextDecoder().decode(buffer).split('\n')
  const written = lines.filter((text) => text !== '')
  for (const line of written.slice(-maxUnfinished).toReversed()) {
    const record = parseLine(line)
    if (isAuditRecord(record)) return record
    if (record !== undefined || !line.startsWith('{')) throw notAnAuditLog(path)
  }
  if (size > length || written.length > maxUnfinished) throw notAnAuditLog(path)
  return undefined
}

/** The part of the file's end that is read. Records are much shorter, since long arguments are truncated. */
const maxTailBytes = 4 * 1024 * 1024

/** Limit of consecutive unfinished lines: each crash leaves one. */
const maxUnfinished = 100

/** Returns undefined for text that is not JSON, such as an unfinished line. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function notAnAuditLog(path: string): OmniportError {
  return new OmniportError('invalid_config', `${path} is not written: it holds something else than an audit log`)
}
