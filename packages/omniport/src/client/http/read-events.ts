import { OmniportError } from '../../values/errors/omniport-error.js'

export interface ReceivedEvent {
  readonly type: string
  /** Undefined: the event has no id, or one that a header cannot carry. */
  readonly id: string | undefined
  /** The bytes as they arrived: whoever reads them refuses what is not UTF-8. */
  readonly data: Uint8Array
}

export interface ReadEventsOptions {
  /** The limit for the data of one event, line breaks included, and for one line. */
  readonly maxBytes: number
  /** Gets the time in milliseconds that the server asks clients to wait before they connect again. */
  readonly onRetry?: ((ms: number) => void) | undefined
}

/** Skips comments and an event that is cut off. Rejects with OmniportError `limit`, and closes the connection. */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  options: ReadEventsOptions,
): AsyncGenerator<ReceivedEvent> {
  const parser = new EventParser(options)
  for await (const chunk of body) {
    for (const event of parser.parse(chunk)) yield event
  }
}

/**
 * Reads server-sent events from the bytes of a stream, wherever these are cut. A line that is empty costs the byte of its line
 * break and no more, so that memory is bounded by `maxBytes`, and time by what arrives.
 */
class EventParser {
  readonly #options: ReadEventsOptions
  /** The beginning of a line whose end has not arrived. */
  readonly #line = new ByteBuffer()
  #isFirstLine = true
  #isAfterReturn = false
  /** The first line of data of the event. */
  #data: Uint8Array | undefined
  /** All lines of data, from the second one on. */
  readonly #lines = new ByteBuffer()
  #type = ''
  #id: string | undefined

  constructor(options: ReadEventsOptions) {
    this.#options = options
  }

  /** Returns the events that end in `chunk`, as they are iterated. @throws OmniportError `limit` after those before it. */
  *parse(chunk: Uint8Array): Generator<ReceivedEvent, void> {
    let start = this.#isAfterReturn && chunk[0] === lineFeed ? 1 : 0
    if (chunk.length > 0) this.#isAfterReturn = chunk[chunk.length - 1] === carriageReturn
    let [feed, carriage] = [start - 1, start - 1]
    while (start < chunk.length) {
      if (feed < start) feed = indexOf(chunk, lineFeed, start)
      if (carriage < start) carriage = indexOf(chunk, carriageReturn, start)
      const end = Math.min(feed, carriage)
      if (end === chunk.length) break
      const event = this.#endLine(chunk, start, end)
      start = end + (end === carriage && chunk[end + 1] === lineFeed ? 2 : 1)
      if (event !== undefined) yield event
    }
    this.#line.append(chunk, start, chunk.length)
    this.#assertLength(this.#line.length)
  }

  #endLine(chunk: Uint8Array, start: number, end: number): ReceivedEvent | undefined {
    if (this.#line.length === 0) return this.#readLine(chunk, start, end)
    this.#line.append(chunk, start, end)
    const line = this.#line.take()
    return this.#readLine(line, 0, line.length)
  }

  /** Returns the event that an empty line ends. */
  #readLine(bytes: Uint8Array, start: number, end: number): ReceivedEvent | undefined {
    const from = this.#isFirstLine && startsWithMark(bytes, start) ? start + 3 : start
    this.#isFirstLine = false
    if (from === end) return this.#endEvent()
    this.#assertLength(end - from)
    const nameEnd = endOfName(bytes, from, end)
    const valueStart = Math.min(bytes[nameEnd + 1] === space ? nameEnd + 2 : nameEnd + 1, end)
    const key = keyOf(bytes, from, nameEnd)
    if (key === dataKey) this.#addData(bytes, valueStart, end)
    else if (key === typeKey) this.#type = textOf(bytes, valueStart, end)
    else if (key === idKey) this.#readId(textOf(bytes, valueStart, end))
    else if (key === retryKey) this.#readRetry(textOf(bytes, valueStart, end))
    return undefined
  }

  #addData(bytes: Uint8Array, start: number, end: number): void {
    const first = this.#data
    if (first === undefined) {
      this.#data = bytes.subarray(start, end)
      if (end - start > this.#options.maxBytes) throw this.#tooLong()
      return
    }
    if (this.#lines.length === 0) this.#lines.append(first, 0, first.length)
    if (this.#lines.length + 1 + end - start > this.#options.maxBytes) throw this.#tooLong()
    this.#lines.append(lineBreak, 0, 1)
    this.#lines.append(bytes, start, end)
  }

  #readId(id: string): void {
    if (!id.includes('\0')) this.#id = isSendable(id) ? id : undefined
  }

  #readRetry(text: string): void {
    if (/^\d+$/.test(text)) this.#options.onRetry?.(Number(text))
  }

  #endEvent(): ReceivedEvent | undefined {
    const data = this.#lines.length === 0 ? this.#data : this.#lines.take()
    const event = data && { type: this.#type === '' ? 'message' : this.#type, id: this.#id, data }
    this.#data = this.#id = undefined
    this.#type = ''
    return event
  }

  #assertLength(lineBytes: number): void {
    if (lineBytes > this.#options.maxBytes + 'data: '.length) throw this.#tooLong()
  }

  #tooLong(): OmniportError {
    return new OmniportError('limit', `An event is longer than limits.responseBytes: ${this.#options.maxBytes}`)
  }
}

/** Bytes that are collected in one array, which doubles as needed. */
class ByteBuffer {
  #bytes: Uint8Array = noBytes
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Appends a copy of the bytes from `start` up to `end`. */
  append(bytes: Uint8Array, start: number, end: number): void {
    const length = this.#length + end - start
    if (length > this.#bytes.length) this.#grow(length)
    this.#bytes.set(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end), this.#length)
    this.#length = length
  }

  /** Returns all bytes, and is empty afterwards. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length)
    this.#bytes = noBytes
    this.#length = 0
    return taken
  }

  #grow(length: number): void {
    const grown = new Uint8Array(Math.max(length, 2 * this.#bytes.length))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }
}

const noBytes = new Uint8Array(0)

const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const colon = 0x3a
const lineBreak = Uint8Array.of(lineFeed)

/** The index of `byte`, or the length of `bytes`. */
function indexOf(bytes: Uint8Array, byte: number, from: number): number {
  const index = bytes.indexOf(byte, from)
  return index === -1 ? bytes.length : index
}

/** The index of the colon after the name of a field, or the end of the line. Names that matter are short. */
function endOfName(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && at - start <= 'event'.length && bytes[at] !== colon) at += 1
  return at
}

/** A number that stands for a name of up to six bytes. */
function keyOf(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let key = 1
  for (let at = start; at < end; at += 1) key = key * 256 + (bytes[at] ?? 0)
  return key
}

const encoder = new TextEncoder()
const dataKey = keyOf(encoder.encode('data'))
const typeKey = keyOf(encoder.encode('event'))
const idKey = keyOf(encoder.encode('id'))
const retryKey = keyOf(encoder.encode('retry'))

/** Bytes that are not UTF-8 become U+FFFD: no type, id or time has that. */
function textOf(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end))
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Returns true for a byte order mark. */
function startsWithMark(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf
}

/** An id is sent back as a header. */
function isSendable(id: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/.test(id)
}
