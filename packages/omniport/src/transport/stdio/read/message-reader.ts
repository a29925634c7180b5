import { Buffer, isAscii, isUtf8 } from 'node:buffer'
import process from 'node:process'
import type { Readable } from 'node:stream'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import type { JsonBounds } from '../../../values/json/text/find-limit-violation.js'
import { measureJson } from '../../../values/json/text/measure-json.js'
import { InboundQueue, type ParsedLine } from '../../connection/inbound-queue.js'
import { EnvelopeReader } from './envelope-reader.js'
import { LineReader } from './line-reader.js'

export interface MessageReceiver {
  /** `bytes` is what the value takes in memory. */
  receive(value: unknown, bytes: number): void
  /** Takes the error for a line that is not JSON or exceeds a limit, and the start of that line. */
  receiveBroken(error: RpcError, start: string): void
}

export interface MessageReaderOptions {
  readonly limits: Limits
  /** Gets every line once, in the order of `InboundQueue`. */
  readonly receiver: MessageReceiver
  /** Returns true while no request may be started. Call `pump` when this may have changed. */
  readonly blocked: () => boolean
  /** Reads a line in the place of parsing it. Undefined: it has to be parsed. Default: all are. */
  readonly readRaw?: ((line: Uint8Array) => unknown) | undefined
  /** Called once, after the last line, when the stream ended, broke or was closed; not after `stop`. */
  readonly onEnd: (problem: Error | undefined) => void
}

/**
 * Reads newline-delimited JSON from a stream of bytes. Pauses the stream while too much waits. The creator calls `stop`, which
 * leaves the stream open.
 */
export class MessageReader {
  readonly #stream: Readable
  readonly #options: MessageReaderOptions
  readonly #queue: InboundQueue
  readonly #lines: LineReader
  #oversized: EnvelopeReader | undefined
  #paused = false
  #over = false
  #emptied: (() => void)[] = []

  /** Starts to read, in a later turn. */
  constructor(stream: Readable, options: MessageReaderOptions) {
    this.#stream = stream
    this.#options = options
    this.#queue = new InboundQueue(options.blocked)
    this.#lines = new LineReader({
      lineBytes: options.limits.lineBytes,
      onOversized: (piece, last) => this.#onOversized(piece, last),
    })
    stream.on('data', this.#onData)
    stream.on('end', this.#onEnd)
    stream.on('close', this.#onEnd)
    stream.on('error', this.#onError)
    if (stream.readableEnded || stream.destroyed) process.nextTick(this.#onEnd)
  }

  /** Delivers what waits, until the receiver is blocked, and reads on. */
  pump(): void {
    if (!this.#queue.isEmpty) this.#deliverQueued(false)
    this.#balance()
    this.#resolveIfEmpty()
  }

  release(): void {
    this.#deliverQueued(true)
    this.#resolveIfEmpty()
  }

  emptied(): Promise<void> {
    if (this.#queue.isEmpty) return Promise.resolve()
    return new Promise((resolve) => this.#emptied.push(resolve))
  }

  /** Stops reading. What was read is still delivered in its turn. */
  stop(): void {
    if (this.#over) return
    this.#over = true
    this.#stream.off('data', this.#onData)
    this.#stream.off('end', this.#onEnd)
    this.#stream.off('close', this.#onEnd)
    this.#stream.off('error', this.#onError)
    this.#stream.pause()
  }

  #resolveIfEmpty(): void {
    if (!this.#queue.isEmpty) return
    for (const resolve of this.#emptied.splice(0)) resolve()
  }

  readonly #onData = (chunk: Buffer | string): void => {
    for (const line of this.#lines.split(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)) {
      const due = this.#admit(line)
      if (due !== undefined) this.#deliver(due)
    }
    this.pump() // a cancellation may have made room
  }

  readonly #onEnd = (): void => this.#finish(undefined)

  readonly #onError = (problem: Error): void => this.#finish(problem)

  #finish(problem: Error | undefined): void {
    if (this.#over) return
    const line = this.#lines.end()
    const due = line && this.#admit(line)
    if (due !== undefined) this.#deliver(due)
    this.stop()
    this.#options.onEnd(problem)
  }

  #balance(): void {
    if (this.#over) return
    const paused = this.#queue.bytes > maxQueuedBytes
    if (paused === this.#paused) return
    this.#paused = paused
    if (paused) this.#stream.pause()
    else this.#stream.resume()
  }

  /** Parses a line. Returns undefined if it is blank, or not to be delivered now. */
  #admit(line: Buffer): ParsedLine | undefined {
    const parsedLine = this.#parse(line)
    const isBlank = 'value' in parsedLine && parsedLine.value === undefined
    return !isBlank && this.#queue.push(parsedLine, line.length) ? parsedLine : undefined
  }

  #deliver(parsedLine: ParsedLine): void {
    const { receiver } = this.#options
    if ('value' in parsedLine) receiver.receive(parsedLine.value, parsedLine.bytes)
    else receiver.receiveBroken(parsedLine.broken, parsedLine.start)
  }

  #deliverQueued(force: boolean): void {
    for (const parsedLine of this.#queue.take(force)) this.#deliver(parsedLine)
  }

  #parse(line: Buffer): ParsedLine {
    const { limits, readRaw } = this.#options
    const raw = readRaw?.(line)
    if (raw !== undefined) return { value: raw, bytes: line.length }
    try {
      return parseLine(line, limits)
    } catch (reason) {
      return { broken: RpcError.from(reason), start: line.subarray(0, 120).toString() }
    }
  }

  #onOversized(piece: Buffer, last: boolean): void {
    this.#oversized ??= new EnvelopeReader()
    this.#oversized.push(piece)
    if (!last) return
    const broken = this.#oversized.refuse(
      `it is longer than ${this.#options.limits.lineBytes} bytes (limits.lineBytes)`,
    )
    this.#oversized = undefined
    const parsedLine = { broken, start: '' }
    if (this.#queue.push(parsedLine, 0)) this.#deliver(parsedLine)
  }
}

/** The stream is paused when more waits: enough to find cancellations, or the end of the stream, behind what waits. */
const maxQueuedBytes = 1024 * 1024

/**
 * Parses the JSON value on a line. It is undefined for a line of spaces. spec: basic/transports/stdio
 * @throws RpcError -32700 when it is not JSON in UTF-8, -32600 when it exceeds `bounds`.
 */
export function parseLine(line: Buffer, bounds: JsonBounds): { readonly value: unknown; readonly bytes: number } {
  const text = decode(line)
  const bytes = measure(text, line, bounds)
  try {
    return { value: JSON.parse(text), bytes }
  } catch {
    if (text.trim() === '') return { value: undefined, bytes: 0 }
    throw RpcError.parseError('Parse error: the line is not JSON')
  }
}

function measure(text: string, line: Buffer, bounds: JsonBounds): number {
  try {
    return measureJson(text, bounds)
  } catch (reason) {
    const envelope = new EnvelopeReader()
    envelope.push(line)
    throw envelope.refuse((reason as RangeError).message) // measureJson throws nothing else
  }
}

function decode(line: Buffer): string {
  if (isAscii(line)) return line.toString('latin1')
  if (!isUtf8(line)) throw RpcError.parseError('Parse error: the line is not UTF-8')
  return line.toString('utf8')
}
