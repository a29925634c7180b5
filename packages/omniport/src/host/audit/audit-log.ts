import type { Runtime } from '../../async/runtime/runtime.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { digestOfJson } from '../../values/json/digest-of-json.js'
import type { AuditEntry, AuditRecord, AuditSink } from './audit-record.js'
import { isAuditRecord } from './is-audit-record.js'
import { redactEntry } from './redact-entry.js'

export interface AuditLogOptions {
  /** Default: the last 1,000 records are kept in memory. */
  readonly sink?: AuditSink | undefined
  readonly runtime: Runtime
  /** The secrets known so far: values of variables and headers. */
  readonly secrets: () => Iterable<string>
}

/** Writes audit records, each bound to the one before by a digest. */
export class AuditLog {
  readonly #options: AuditLogOptions
  readonly #records: AuditRecord[] = []
  /** The last record; undefined if unknown, because a sink that rejected may have stored it. */
  #last: { readonly record: AuditRecord | undefined } | undefined
  /** Settles when all entries so far were written or rejected; never rejects. */
  #idle: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(options: AuditLogOptions) {
    this.#options = options
    if (options.sink?.last === undefined) this.#last = { record: undefined }
  }

  /** The last 1,000 records, oldest first. A snapshot of frozen records. */
  get records(): readonly AuditRecord[] {
    return [...this.#records]
  }

  /**
   * Writes an entry after all earlier ones; settles when the sink has it. If the sink rejects, so does this, and the next
   * record takes its number. Rejects with OmniportError `limit` while 10,000 entries are queued and after the last safe number
   * of a record, with `invalid_config` if the last record of the sink is not a record, and with TypeError for arguments that
   * are not JSON.
   */
  append(entry: AuditEntry): Promise<void> {
    if (this.#waiting >= maxWaiting) {
      return Promise.reject(new OmniportError('limit', `${maxWaiting} records are waiting for the audit log`))
    }
    this.#waiting += 1
    const at = this.#options.runtime.now()
    // Time and arguments are taken now, so that later changes have no effect.
    const redacted = this.#redact(entry)
    const written = this.#idle.then(async () => this.#write(await redacted, at))
    this.#idle = Promise.allSettled([redacted, written]).then(() => {
      this.#waiting -= 1
    })
    return written
  }

  async #redact(entry: AuditEntry): Promise<AuditEntry> {
    return redactEntry(entry, this.#options.secrets())
  }

  async #write(entry: AuditEntry, at: number): Promise<void> {
    const { sink } = this.#options
    const { record: before } = this.#last ?? { record: lastOf(await sink?.last?.()) }
    const previous = before === undefined ? '' : await digestOfJson(before)
    // The entry plus the three members of every record.
    const record = Object.freeze({ ...entry, seq: (before?.seq ?? 0) + 1, at, previous }) as AuditRecord
    if (sink?.last !== undefined) this.#last = undefined
    await sink?.append(record)
    this.#last = { record }
    this.#records.push(record)
    if (this.#records.length > maxRecords) this.#records.shift()
  }
}

/** Checks the last record of a sink, which decides the number of the next. @throws OmniportError `invalid_config` or `limit`. */
function lastOf(last: AuditRecord | undefined): AuditRecord | undefined {
  if (last === undefined) return undefined
  if (!isAuditRecord(last))
    throw new OmniportError('invalid_config', 'the last record of the audit log is not a record')
  if (last.seq < Number.MAX_SAFE_INTEGER) return last
  throw new OmniportError('limit', `the audit log is full: its last record has the number ${last.seq}; use another log`)
}

const maxRecords = 1_000
const maxWaiting = 10_000
