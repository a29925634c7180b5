import type { ProcessPipes } from '../../process/io.js'

/** The longest list of lines that wait for the end of a line of the server. */
const maxWaiting = 100

/** Writes lines of this command to stderr, between the lines that the server writes there. */
export class StderrLines {
  readonly #write: ProcessPipes['writeStderr']
  #isInLine = false
  #waiting: string[] = []

  constructor(write: ProcessPipes['writeStderr']) {
    this.#write = write
  }

  /** Passes on bytes of the server. */
  pass(bytes: Uint8Array): Promise<void> {
    const at = bytes.lastIndexOf(lineFeed)
    if (at === -1 || this.#waiting.length === 0) {
      if (bytes.length > 0) this.#isInLine = at !== bytes.length - 1
      return this.#write(bytes)
    }
    void this.#write(bytes.subarray(0, at + 1))
    this.#isInLine = false
    this.flush()
    return this.pass(bytes.subarray(at + 1))
  }

  print(line: string): void {
    this.#waiting.push(line)
    if (!this.#isInLine || this.#waiting.length > maxWaiting) this.flush()
  }

  /** Writes what waits. */
  flush(): void {
    const lines = this.#waiting
    this.#waiting = []
    if (lines.length > 0) void this.#write(Buffer.from(lines.map((line) => `${line}\n`).join('')))
  }
}

const lineFeed = 0x0a
