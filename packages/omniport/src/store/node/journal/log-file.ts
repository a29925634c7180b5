import type { FileOperations, WritableFile } from './file-operations.js'
import { sealLine } from './log-line.js'

export interface LogFileOptions {
  readonly files: FileOperations
  readonly path: string
  /** True: what was appended is on the disk, not only with the system. */
  readonly fsync: boolean
}

/** A new file of records that is only appended to. A failed append leaves no trace in it. */
export class LogFile {
  readonly #handle: WritableFile
  readonly #fsync: boolean
  #size = 0
  #sum = ''
  #isTorn = false

  /** Creates the file with a header. Rejects with the error of the system, also if the file exists. */
  static async create({ files, path, fsync }: LogFileOptions, header: string): Promise<LogFile> {
    const log = new LogFile(await files.open(path, 'wx', 0o600), fsync)
    try {
      await log.append([header])
    } catch (reason) {
      await log.close().catch(() => {})
      await files.unlink(path).catch(() => {})
      throw reason
    }
    return log
  }

  private constructor(handle: WritableFile, fsync: boolean) {
    this.#handle = handle
    this.#fsync = fsync
  }

  get size(): number {
    return this.#size
  }

  /** Appends records, all or none. Rejects with the error of the system; calls must not overlap. */
  async append(texts: readonly string[]): Promise<void> {
    await this.#removeTornTail()
    const { bytes, sum } = seal(this.#sum, texts)
    try {
      await this.#write(bytes)
      if (this.#fsync) await this.#handle.datasync()
    } catch (reason) {
      this.#isTorn = true
      await this.#removeTornTail().catch(() => {}) // the next append tries again
      throw reason
    }
    this.#size += bytes.length
    this.#sum = sum
  }

  sync(): Promise<void> {
    return this.#handle.sync()
  }

  /** True if the file has no name any more: another process took the folder over. */
  async isRemoved(): Promise<boolean> {
    return (await this.#handle.stat()).nlink === 0
  }

  close(): Promise<void> {
    return this.#handle.close()
  }

  /** A write may end early without an error. */
  async #write(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, this.#size + done)
      if (bytesWritten === 0) throw new Error('the system wrote nothing')
      done += bytesWritten
    }
  }

  async #removeTornTail(): Promise<void> {
    if (!this.#isTorn) return
    await this.#handle.truncate(this.#size)
    this.#isTorn = false
  }
}

function seal(previousSum: string, texts: readonly string[]): { readonly bytes: Uint8Array; readonly sum: string } {
  let sum = previousSum
  let lines = ''
  for (const text of texts) {
    const sealed = sealLine(sum, text)
    sum = sealed.sum
    lines += sealed.line
  }
  return { bytes: Buffer.from(lines), sum }
}
