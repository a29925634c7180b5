import type { FileHandle } from 'node:fs/promises'
import { FileProblem, openRegularFile } from '../../../node/open-regular-file.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { openLine } from './log-line.js'

/** A record that cannot be read: not the unfinished end that a killed process leaves. */
export class DamagedLog extends OmniportError {
  constructor(path: string, at: number, problem: string) {
    super(
      'invalid_config',
      `${path} is damaged at byte ${at}: ${problem}. Restore the folder, or move it away to start with empty stores`,
    )
  }
}

/**
 * Reads the records of a file in order. Resolves with false if the last one is unfinished, as a process leaves it that is killed
 * while it writes. Rejects with DamagedLog for anything else that is not as it was written.
 *
 * @param onRecord Returns false for a record that it does not understand.
 * @param maxBytes The longest line that is read: by default more than a record may take.
 */
export async function readLog(
  path: string,
  onRecord: (record: unknown) => boolean,
  maxBytes = maxLineBytes,
): Promise<boolean> {
  const opened = await openRegularFile(path).catch((reason: unknown) => {
    throw reason instanceof FileProblem ? new OmniportError('invalid_config', `${path}: it ${reason.message}`) : reason
  })
  if (opened === undefined) throw new OmniportError('invalid_config', `${path} is missing`)
  const reader = new LineReader(path, onRecord, maxBytes)
  try {
    return await readChunks(opened.handle, reader)
  } finally {
    await opened.handle.close()
  }
}

async function readChunks(handle: FileHandle, reader: LineReader): Promise<boolean> {
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, null)
    if (bytesRead === 0) return reader.isAtEnd
    reader.read(buffer.subarray(0, bytesRead))
  }
}

const chunkBytes = 256 * 1024

const maxLineBytes = 256 * 1024 * 1024

class LineReader {
  readonly #path: string
  readonly #onRecord: (record: unknown) => boolean
  readonly #maxBytes: number
  #pieces: Buffer[] = []
  #pieceBytes = 0
  #sum = ''
  /** The byte at which the line begins. */
  #at = 0

  constructor(path: string, onRecord: (record: unknown) => boolean, maxBytes: number) {
    this.#path = path
    this.#onRecord = onRecord
    this.#maxBytes = maxBytes
  }

  /** True if there is no unfinished line. */
  get isAtEnd(): boolean {
    return this.#pieceBytes === 0
  }

  read(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, end))
      this.#endLine()
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
  }

  #keep(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#pieceBytes += piece.length
    if (this.#pieceBytes > this.#maxBytes) throw this.#damaged(`a line has more than ${this.#maxBytes} bytes`)
  }

  #endLine(): void {
    const opened = openLine(this.#sum, Buffer.concat(this.#pieces).toString())
    if (opened === undefined) throw this.#damaged('a checksum does not fit')
    if (!this.#apply(opened.text)) throw this.#damaged('a record is not understood')
    this.#sum = opened.sum
    this.#at += this.#pieceBytes + 1
    this.#pieces = []
    this.#pieceBytes = 0
  }

  #apply(text: string): boolean {
    let record: unknown
    try {
      record = JSON.parse(text)
    } catch {
      return false
    }
    return this.#onRecord(record)
  }

  #damaged(problem: string): DamagedLog {
    return new DamagedLog(this.#path, this.#at, problem)
  }
}

const newline = 0x0a
