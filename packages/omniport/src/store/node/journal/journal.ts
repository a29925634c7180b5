import type { Clock } from '../../../async/runtime/clock.js'
import type { Logger } from '../../../async/runtime/logger.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { StoreUnavailable } from '../store-unavailable.js'
import { Compaction } from './compaction.js'
import type { FileOperations } from './file-operations.js'
import { endMark, loadJournal } from './load-journal.js'

/** The records of one store. Each record is a JSON array that begins with the name of its table. */
export interface Table {
  readonly name: string
  /** Applies a record that was read. Records may be read twice, and the later ones count. False: it is not understood. */
  replay(record: readonly unknown[]): boolean
  /** Called once all records are read. */
  finishReplay(mayLackRecords: boolean): void
  /** Forgets what was planned and not written. */
  rollBack(): void
  /** The records that make the state. Records that are written meanwhile may be among them. */
  records(): Iterable<string>
}

export interface JournalOptions {
  readonly folder: string
  readonly files: FileOperations
  readonly fsync: boolean
  readonly clock: Clock
  readonly logger: Logger
  /** The bytes that all logs together may have. */
  readonly maxLogBytes: number
  /** A smaller log is not compacted. */
  readonly leastLogBytes: number
  /** Names the time since the machine was started. */
  readonly boot: (clock: Clock) => Promise<string>
}

interface Write {
  /** Undefined: it only waits for those before it. */
  readonly text: string | undefined
  readonly commit: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Writes the records of all tables to one log, those that come together in one go. A table plans a change, has its record
 * written, and makes the change when it is. If a write fails, it and all that were planned after it are refused.
 */
export class Journal {
  readonly #options: JournalOptions
  #tables: readonly Table[] = []
  #compaction: Compaction | undefined
  #queue: Write[] = []
  #queuedBytes = 0
  #writing: Promise<void> | undefined
  #isClosed = false
  #nextNumber = 0
  #checkedAt = 0

  constructor(options: JournalOptions) {
    this.#options = options
  }

  /** Reads what is there, and begins a new log. Call it once, before anything is written. */
  async open(tables: readonly Table[]): Promise<void> {
    const { folder, clock } = this.#options
    this.#tables = tables
    const boot = await this.#options.boot(clock)
    const byName = new Map(tables.map((table) => [table.name, table]))
    const apply = (record: readonly unknown[]) => byName.get(String(record[0]))?.replay(record) === true
    const { generation, epoch, mayLackRecords } = await loadJournal(folder, boot, apply)
    for (const table of tables) table.finishReplay(mayLackRecords)
    this.#nextNumber = (epoch + 1) * numbersPerEpoch
    this.#compaction = await Compaction.begin({ ...this.#options, tables, boot, epoch: epoch + 1 }, generation)
    this.#checkedAt = clock.now()
  }

  /** A number that was never given before, not even by a process whose records are lost. */
  nextNumber(): number {
    return this.#nextNumber++
  }

  /** True if nothing waits to be written. */
  get isIdle(): boolean {
    return this.#writing === undefined
  }

  /**
   * Runs `commit` once the record and all before it are written, and resolves with what it returns. Rejects with
   * StoreUnavailable, and runs nothing, if they cannot be written.
   *
   * @throws StoreUnavailable at once if too much waits, OmniportError `closed` after `close`.
   */
  write<T>(text: string | undefined, commit: () => T): Promise<T> {
    if (this.#isClosed) throw new OmniportError('closed', 'The stores are closed')
    const bytes = text?.length ?? 0
    if (this.#queuedBytes > 0 && this.#queuedBytes + bytes > maxQueuedBytes) {
      throw new StoreUnavailable(new Error(`more than ${maxQueuedBytes} bytes wait to be written`))
    }
    this.#queuedBytes += bytes
    return new Promise((resolve, reject) => {
      this.#queue.push({ text, reject, commit: () => resolve(commit()) })
      this.#writing ??= this.#writeAll()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#writing
    await this.#compaction?.end(JSON.stringify(endMark.log))
  }

  async #writeAll(): Promise<void> {
    await undefined // takes along what is written in the same turn
    while (this.#queue.length > 0) {
      const batch = this.#queue
      this.#queue = []
      this.#queuedBytes = 0
      try {
        await this.#writeBatch(batch.flatMap(({ text }) => text ?? []))
      } catch (reason) {
        this.#options.logger.error('The stores could not be written', { error: reason })
        this.#rejectAll([...batch, ...this.#queue.splice(0)], new StoreUnavailable(reason))
        continue
      }
      for (const { commit, reject } of batch) run(commit, reject)
    }
    this.#writing = undefined
  }

  async #writeBatch(texts: readonly string[]): Promise<void> {
    const compaction = this.#compaction
    if (texts.length === 0 || compaction === undefined) return
    const now = this.#options.clock.now()
    if (now - this.#checkedAt > checkMs) await compaction.assertOwned()
    this.#checkedAt = now
    await compaction.append(texts)
  }

  #rejectAll(writes: readonly Write[], reason: StoreUnavailable): void {
    this.#queuedBytes = 0
    for (const table of this.#tables) table.rollBack()
    for (const { reject } of writes) reject(reason)
  }
}

function run(commit: () => void, reject: (reason: unknown) => void): void {
  try {
    commit()
  } catch (reason) {
    reject(reason)
  }
}

/** A process gives fewer numbers. */
const numbersPerEpoch = 2 ** 32

const maxQueuedBytes = 32 * 1024 * 1024

/** A process that stood still for longer may have lost its lock. */
const checkMs = 10_000
