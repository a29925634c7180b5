import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { JournalOptions, Table } from './journal.js'
import { endMark, type LogHeader } from './load-journal.js'
import { LogFile } from './log-file.js'
import { type LogKind, listLogs, logPath, syncFolder } from './store-folder.js'

interface CompactionOptions extends Omit<JournalOptions, 'boot'> {
  readonly tables: readonly Table[]
  readonly boot: string
  readonly epoch: number
}

/**
 * The newest log, and its compaction. When a log has grown, another one is begun, and all that there is goes into a snapshot
 * beside it; then older files are removed. A snapshot has its name only when it is complete: until then the one before it and
 * both logs count.
 */
export class Compaction {
  readonly #options: CompactionOptions
  #generation: number
  #log: LogFile
  /** The bytes of the logs that there are beside the newest. */
  #olderBytes = 0
  /** The size at which the log is compacted. */
  #threshold: number
  #writing: Promise<void> | undefined

  /** Writes a snapshot of what was read, and begins a log. */
  static async begin(options: CompactionOptions, lastGeneration: number): Promise<Compaction> {
    const generation = lastGeneration + 1
    const { unfinished } = await listLogs(options.folder)
    for (const path of unfinished) await options.files.unlink(path)
    const bytes = await writeSnapshot(options, generation)
    const log = await beginLog(options, generation)
    try {
      await syncFolder(options.folder)
      await removeOlder(options, generation)
    } catch (reason) {
      await log.close()
      throw reason
    }
    return new Compaction(options, { generation, log, threshold: thresholdAfter(bytes, options) })
  }

  private constructor(
    options: CompactionOptions,
    { generation, log, threshold }: { generation: number; log: LogFile; threshold: number },
  ) {
    this.#options = options
    this.#generation = generation
    this.#log = log
    this.#threshold = threshold
  }

  /** Appends records, all or none. Waits for the compaction where the logs are too long. Rejects with an error that says why. */
  async append(texts: readonly string[]): Promise<void> {
    if (this.#isTooLong || this.#log.size >= this.#threshold) await this.#compact()
    if (this.#isTooLong) await this.#writing
    if (this.#isTooLong) {
      throw new Error(`the logs have more than ${this.#options.maxLogBytes} bytes, and cannot be compacted`)
    }
    await this.#log.append(texts)
  }

  get #isTooLong(): boolean {
    return this.#olderBytes + this.#log.size >= this.#options.maxLogBytes
  }

  /** Rejects with OmniportError `closed` if another process uses the folder now. */
  async assertOwned(): Promise<void> {
    if (!(await this.#log.isRemoved())) return
    const { folder } = this.#options
    throw new OmniportError('closed', `another process has taken ${folder} over, because this one stood still for long`)
  }

  /** Ends the log with a record, and closes it. */
  async end(text: string): Promise<void> {
    await this.#writing
    try {
      await this.#log.append([text])
      await this.#log.sync()
    } catch (error) {
      this.#options.logger.error('The log of the stores could not be ended', { error })
    }
    await this.#log.close()
  }

  /** Begins another log; the snapshot is written while records go there. A failure is logged, and tried again later. */
  async #compact(): Promise<void> {
    if (this.#writing !== undefined) return
    try {
      const older = this.#log
      await older.sync()
      this.#log = await beginLog(this.#options, this.#generation + 1)
      this.#generation += 1
      this.#olderBytes += older.size
      await older.close()
    } catch (error) {
      this.#fail(error)
      return
    }
    this.#writing = this.#writeSnapshot().finally(() => {
      this.#writing = undefined
    })
  }

  async #writeSnapshot(): Promise<void> {
    try {
      this.#threshold = thresholdAfter(await writeSnapshot(this.#options, this.#generation), this.#options)
      await removeOlder(this.#options, this.#generation)
      this.#olderBytes = 0
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.#threshold = this.#log.size + this.#options.leastLogBytes
    this.#options.logger.error('The log of the stores could not be compacted; it is tried again', { error })
  }
}

function thresholdAfter(snapshotBytes: number, { leastLogBytes }: CompactionOptions): number {
  return Math.max(leastLogBytes, snapshotBytes)
}

async function beginLog(options: CompactionOptions, generation: number): Promise<LogFile> {
  const path = logPath(options.folder, 'log', generation)
  const log = await LogFile.create({ ...options, path }, headerOf(options, 'log', generation))
  if (options.fsync) await syncFolder(options.folder)
  return log
}

/** Returns the size of the snapshot. */
async function writeSnapshot(options: CompactionOptions, generation: number): Promise<number> {
  const { files, folder, tables } = options
  const path = logPath(folder, 'snapshot', generation)
  const unfinished = `${path}.tmp`
  const header = headerOf(options, 'snapshot', generation)
  const snapshot = await LogFile.create({ files, path: unfinished, fsync: false }, header)
  try {
    for (const texts of inChunks(recordsOf(tables))) await snapshot.append(texts)
    await snapshot.append([JSON.stringify(endMark.snapshot)])
    await snapshot.sync()
    await snapshot.close()
    await files.rename(unfinished, path)
  } catch (reason) {
    await snapshot.close().catch(() => {})
    await files.unlink(unfinished).catch(() => {})
    throw reason
  }
  await syncFolder(folder)
  return snapshot.size
}

function headerOf({ epoch, boot, fsync }: CompactionOptions, kind: LogKind, generation: number): string {
  const header: LogHeader = { format: 1, kind, generation, epoch, boot, fsync }
  return JSON.stringify(header)
}

function* recordsOf(tables: CompactionOptions['tables']): Generator<string> {
  for (const table of tables) yield* table.records()
}

/** What is written at once, so that the process does not stand still meanwhile. */
const chunkCharacters = 128 * 1024

function* inChunks(texts: Iterable<string>): Generator<readonly string[]> {
  let chunk: string[] = []
  let characters = 0
  for (const text of texts) {
    chunk.push(text)
    characters += text.length
    if (characters < chunkCharacters) continue
    yield chunk
    chunk = []
    characters = 0
  }
  yield chunk
}

async function removeOlder({ folder, files }: CompactionOptions, generation: number): Promise<void> {
  for (const log of (await listLogs(folder)).logs) {
    if (log.generation < generation) await files.unlink(log.path)
  }
}
