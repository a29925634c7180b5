import { Buffer } from 'node:buffer'

export interface LineReaderOptions {
  /** Longest line that is returned, without its line break. */
  readonly lineBytes: number
  /** Receives a longer line in pieces, which are views of the chunks; the `last` one ends it. */
  readonly onOversized: (piece: Buffer, last: boolean) => void
}

/**
 * Splits chunks of bytes into lines. Every byte is searched once and copied at most twice, so the cost is linear in the size
 * of a line, not in the number of its pieces squared. A byte order mark at the start, `\r` before `\n` and empty lines are
 * dropped. spec: basic/transports/stdio
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

  /** Returns the lines that end in `chunk`, without line breaks. They are views of it: use each before the next. */
  *split(chunk: Buffer): Generator<Buffer, void> {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      const line = this.#finish(chunk.subarray(from, at))
      from = at + 1
      if (line !== undefined) yield line
    }
    if (from < chunk.length) this.#buffer(chunk.subarray(from))
  }

  /** Returns the last line, if it had no line break. */
  end(): Buffer | undefined {
    return this.#skipping || this.#bufferedBytes > 0 ? this.#finish(noBytes) : undefined
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

  /** Returns the line that ends with `piece`, unless it is empty or too long. */
  #finish(piece: Buffer): Buffer | undefined {
    const line = this.#skipping ? piece : this.#trim(this.#join(piece))
    const isOversized = this.#skipping || line.length > this.#options.lineBytes
    this.#skipping = false
    if (isOversized) this.#options.onOversized(line, true)
    return isOversized || line.length === 0 ? undefined : line
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

/** The length of a byte order mark and `\r`, which are not part of the line. */
const slack = 4

/** Small pieces are joined, so that a line sent byte by byte takes no more memory than another. */
const piecesPerBlock = 1024
