import { Buffer } from 'node:buffer'

/** Where a `LineReader` puts what it read. Pieces and lines are views of what was pushed: use them at once. */
export interface LineReaderOptions {
  /** Longest line that is kept, without its line break. */
  readonly lineBytes: number
  /** Gets each line that is not empty, without its line break. */
  readonly onLine: (line: Buffer) => void
  /** Gets a line that is too long in pieces, none of which is kept; the `last` one ends it. */
  readonly onOversized: (piece: Buffer, last: boolean) => void
}

/**
 * Splits bytes into lines, wherever they were cut. Every byte is searched once and copied at most twice, so the cost is
 * linear in the size of a line, not in the number of its pieces squared. A byte order mark at the start, `\r` before `\n`
 * and empty lines are dropped.
 *
 * spec: basic/transports/stdio
 */
export class LineReader {
  readonly #options: LineReaderOptions
  #pieces: Buffer[] = []
  #blocks: Buffer[] = []
  #bufferedBytes = 0
  #skipping = false
  #atStart = true

  constructor(options: LineReaderOptions) {
    this.#options = options
  }

  /** Takes the next bytes. */
  push(chunk: Buffer): void {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      this.#finish(chunk.subarray(from, at))
      from = at + 1
    }
    if (from < chunk.length) this.#buffer(chunk.subarray(from))
  }

  /** There are no more bytes: a last line without a line break counts as one. */
  end(): void {
    if (this.#skipping || this.#bufferedBytes > 0) this.#finish(noBytes)
  }

  #buffer(piece: Buffer): void {
    if (this.#skipping) {
      this.#options.onOversized(piece, false)
    } else if (this.#bufferedBytes + piece.length > this.#options.lineBytes + slack) {
      this.#skip(piece)
    } else {
      this.#bufferedBytes += piece.length
      this.#pieces.push(piece)
      if (this.#pieces.length === piecesPerBlock) this.#blocks.push(Buffer.concat(this.#take()))
    }
  }

  #finish(piece: Buffer): void {
    if (!this.#skipping) {
      const line = this.#trim(this.#join(piece))
      if (line.length > this.#options.lineBytes) this.#options.onOversized(line, true)
      else if (line.length > 0) this.#options.onLine(line)
    } else {
      this.#skipping = false
      this.#options.onOversized(piece, true)
    }
  }

  #skip(piece: Buffer): void {
    this.#skipping = true
    this.#atStart = false
    for (const buffered of this.#takeAll()) this.#options.onOversized(buffered, false)
    this.#options.onOversized(piece, false)
  }

  #join(last: Buffer): Buffer {
    return this.#bufferedBytes === 0 ? last : Buffer.concat([...this.#takeAll(), last])
  }

  #takeAll(): Buffer[] {
    const all = [...this.#blocks, ...this.#take()]
    this.#blocks = []
    this.#bufferedBytes = 0
    return all
  }

  #take(): Buffer[] {
    const pieces = this.#pieces
    this.#pieces = []
    return pieces
  }

  #trim(line: Buffer): Buffer {
    const from = this.#atStart && line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? 3 : 0
    this.#atStart = false
    const end = line[line.length - 1] === carriageReturn ? line.length - 1 : line.length
    return from === 0 && end === line.length ? line : line.subarray(from, end)
  }
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const noBytes = Buffer.alloc(0)

/** What a line may carry beside its text: a byte order mark and `\r`. */
const slack = 4

/** Many small pieces are joined to one, so that a line sent byte by byte costs no more memory than another. */
const piecesPerBlock = 1024
