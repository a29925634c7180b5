import type { Runtime } from '../../async/runtime/runtime.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { digestOfJson } from '../../values/json/digest-of-json.js'
import type { AuditEntry, AuditRecord, AuditSink } from './audit-record.js'
import { redactEntry } from './redact-entry.js'

/** Where records go, and what must not be in them. */
export interface AuditLogOptions {
  /** Default: the last 1,000 are kept in memory only. */
  readonly sink?: AuditSink | undefined
  readonly runtime: Runtime
  /** What the host knows to be secret by now: values of variables and headers. */
  readonly secrets: () => Iterable<string>
}

/** What happened, each record bound to the one before it. */
export class AuditLog {
  readonly #options: AuditLogOptions
  readonly #records: AuditRecord[] = []
  /** The last that was written, where that is known: a sink that rejected may have it or not. */
  #last: { readonly record: AuditRecord | undefined } | undefined
  /** Settles, and never rejects, when all that was given so far is written or refused. */
  #idle: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(options: AuditLogOptions) {
    this.#options = options
    if (options.sink?.last === undefined) this.#last = { record: undefined }
  }

  /** The last 1,000 that were written, the oldest first. Frozen; a snapshot. */
  get records(): readonly AuditRecord[] {
    return [...this.#records]
  }

  /**
   * Writes an entry, after all that were given before it. Settles when the sink has it. Rejects with what the sink rejects
   * with: there is no such record then, and the next one takes its number. With 10,000 that wait it is OmniportError `limit`,
   * and TypeError for arguments that are no JSON.
   */
  append(entry: AuditEntry): Promise<void> {
    if (this.#waiting >= maxWaiting) {
      return Promise.reject(new OmniportError('limit', `${maxWaiting} records wait for the audit log to be written`))
    }
    this.#waiting += 1
    const at = this.#options.runtime.now()
    // Both begin now: whoever changes the arguments meanwhile does not change the record.
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
    const { record: before } = this.#last ?? { record: await sink?.last?.() }
    const previous = before === undefined ? '' : await digestOfJson(before)
    // The members of an entry and the three that make it a record.
    const record = Object.freeze({ ...entry, seq: (before?.seq ?? 0) + 1, at, previous }) as AuditRecord
    if (sink?.last !== undefined) this.#last = undefined
    await sink?.append(record)
    this.#last = { record }
    this.#records.push(record)
    if (this.#records.length > maxRecords) this.#records.shift()
  }
}

/** How many are kept in memory. */
const maxRecords = 1_000
/** How many may wait for the sink. */
const maxWaiting = 10_000
