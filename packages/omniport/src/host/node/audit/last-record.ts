import type { FileHandle } from 'node:fs/promises'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { tryParseJson } from '../../../values/json/text/parse-json.js'
import type { AuditRecord } from '../../audit/audit-record.js'
import { isAuditRecord } from '../../audit/is-audit-record.js'

/**
 * The last record in a file of one per line, undefined in an empty one. Lines that a crash left unfinished are passed over.
 *
 * @throws OmniportError `invalid_config` where the end of the file is something else: nothing is added to what is no audit log.
 */
export async function lastRecord(handle: FileHandle, path: string): Promise<AuditRecord | undefined> {
  const { size } = await handle.stat()
  const length = Math.min(size, maxTailBytes)
  const { buffer } = await handle.read({ buffer: new Uint8Array(length), position: size - length })
  // The first line of a part may have its beginning elsewhere. It is no record then, as braces are left over.
  const lines = new TextDecoder().decode(buffer).split('\n')
  const written = lines.filter((text) => text !== '')
  for (const line of written.slice(-maxUnfinished).toReversed()) {
    const record = tryParseJson(line)
    if (isAuditRecord(record)) return record
    if (record !== undefined || !line.startsWith('{')) throw notAnAuditLog(path)
  }
  if (size > length || written.length > maxUnfinished) throw notAnAuditLog(path)
  return undefined
}

/** The part of the end of a file that is read. One record is much shorter, as long arguments are cut. */
const maxTailBytes = 4 * 1024 * 1024

/** Unfinished lines, one after the other: there is one for each crash. */
const maxUnfinished = 100

function notAnAuditLog(path: string): OmniportError {
  return new OmniportError('invalid_config', `${path} is not written: it holds something else than an audit log`)
}
