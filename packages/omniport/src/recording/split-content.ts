/** The content of one message as it was sent. */
export interface RawContent {
  /** The bytes, at most as many as are kept. */
  readonly bytes: Uint8Array
  /** The length as it was sent. */
  readonly total: number
  /** True: it was ended by the end of the stream. */
  readonly isLast: boolean
}

/** Bytes up to a limit. Those beyond it are counted only. */
export class BoundedBytes {
  readonly #maxBytes: number
  #bytes = noBytes
  #length = 0
  #total = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get total(): number {
    return this.#total
  }

  push(chunk: Uint8Array): void {
    this.#total += chunk.length
    const fitting = chunk.subarray(0, this.#maxBytes - this.#length)
    const length = this.#length + fitting.length
    if (length > this.#bytes.length) {
      const grown = new Uint8Array(Math.min(this.#maxBytes, Math.max(length, 2 * this.#bytes.length)))
      grown.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = grown
    }
    this.#bytes.set(fitting, this.#length)
    this.#length = length
  }

  /** Returns what was pushed since the last time. */
  take(isLast: boolean): RawContent {
    const content = { bytes: this.#bytes.subarray(0, this.#length), total: this.#total, isLast }
    this.#bytes = noBytes
    this.#length = this.#total = 0
    return content
  }
}

/** Splits bytes into lines, without their line feeds. */
export class LineSplitter {
  readonly #line: BoundedBytes

  constructor(maxBytes: number) {
    this.#line = new BoundedBytes(maxBytes)
  }

  *push(chunk: Uint8Array): Generator<RawContent, void> {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      this.#line.push(chunk.subarray(from, at))
      from = at + 1
      yield this.#line.take(false)
    }
    this.#line.push(chunk.subarray(from))
  }

  /** Returns the last line, if it had no line feed. */
  *end(): Generator<RawContent, void> {
    if (this.#line.total > 0) yield this.#line.take(true)
  }
}

/** Splits the bytes of a stream of server-sent events after each empty line. */
export class EventSplitter {
  readonly #event: BoundedBytes
  #isLineEmpty = true
  #isAfterReturn = false
  #hasLine = false
  #endsAtFeed = false

  constructor(maxBytes: number) {
    this.#event = new BoundedBytes(maxBytes)
  }

  *push(chunk: Uint8Array): Generator<RawContent, void> {
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      if (!this.#endsEvent(chunk[at], chunk[at + 1])) continue
      this.#event.push(chunk.subarray(from, at + 1))
      from = at + 1
      yield this.#event.take(false)
    }
    this.#event.push(chunk.subarray(from))
  }

  *end(): Generator<RawContent, void> {
    if (this.#event.total > 0) yield this.#event.take(true)
  }

  /** A line feed after a carriage return belongs to the same line break, and to this event if both came together. */
  #endsEvent(byte: number | undefined, next: number | undefined): boolean {
    const isSecond = this.#isAfterReturn && byte === lineFeed
    this.#isAfterReturn = byte === carriageReturn
    if (isSecond) return this.#endsAtFeed && this.#endEvent()
    const isEmpty = this.#isLineEmpty
    this.#isLineEmpty = byte === lineFeed || byte === carriageReturn
    if (!isEmpty) this.#hasLine = true
    if (!isEmpty || !this.#isLineEmpty || !this.#hasLine) return false
    this.#endsAtFeed = byte === carriageReturn && next === lineFeed
    return !this.#endsAtFeed && this.#endEvent()
  }

  #endEvent(): true {
    this.#hasLine = this.#endsAtFeed = false
    return true
  }
}

const noBytes: Uint8Array = new Uint8Array(0)
const lineFeed = 0x0a
const carriageReturn = 0x0d
