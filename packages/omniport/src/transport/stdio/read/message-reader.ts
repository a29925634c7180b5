import { Buffer } from 'node:buffer'
import process from 'node:process'
import type { Readable } from 'node:stream'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import { EnvelopeReader } from './envelope-reader.js'
import { InboundQueue, type ParsedLine } from './inbound-queue.js'
import { LineReader } from './line-reader.js'
import { parseLine } from './parse-line.js'

/** What a `MessageReader` needs beside the stream. */
export interface MessageReaderOptions {
  readonly limits: Limits
  /** Gets every line once, in the order of `Intake`. */
  readonly receive: (parsedLine: ParsedLine) => void
  /** Whether nothing may be started now; call `pump` when this may have changed. */
  readonly blocked: () => boolean
  /** Called once, when the last line was read, because the stream ended, broke or was closed; not after `stop`. */
  readonly onEnd: (problem: Error | undefined) => void
}

/**
 * Newline-delimited JSON from a stream of bytes. The stream is paused while too much waits. Whoever made it stops it; the
 * stream itself is left open.
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
    this.#queue = new InboundQueue(options)
    this.#lines = new LineReader({
      lineBytes: options.limits.lineBytes,
      onLine: (line) => this.#onLine(line),
      onOversized: (piece, last) => this.#onOversized(piece, last),
    })
    stream.on('data', this.#onData)
    stream.on('end', this.#onEnd)
    stream.on('close', this.#onEnd)
    stream.on('error', this.#onError)
    if (stream.readableEnded || stream.destroyed) process.nextTick(this.#onEnd)
  }

  /** Hands on what waited, if nothing blocks any more, and reads on. */
  pump(): void {
    this.#queue.pump()
    this.#balance()
    this.#resolveIfEmpty()
  }

  /** Hands on what waited, whatever blocks. */
  release(): void {
    this.#queue.release()
    this.#resolveIfEmpty()
  }

  /** Resolves when nothing waits to be handed on. */
  emptied(): Promise<void> {
    if (this.#queue.isEmpty) return Promise.resolve()
    return new Promise((resolve) => this.#emptied.push(resolve))
  }

  /** Reads no more; what waits goes on waiting for its turn. */
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
    this.#lines.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
    this.pump() // a cancellation may have made room
  }

  readonly #onEnd = (): void => this.#finish(undefined)

  readonly #onError = (problem: Error): void => this.#finish(problem)

  #finish(problem: Error | undefined): void {
    if (this.#over) return
    this.#lines.end()
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

  #onLine(line: Buffer): void {
    const parsedLine = this.#read(line)
    if (!('value' in parsedLine) || parsedLine.value !== undefined) this.#queue.push(parsedLine, line.length)
  }

  #read(line: Buffer): ParsedLine {
    try {
      return { value: parseLine(line, this.#options.limits) }
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
    this.#queue.push({ broken, start: '' }, 0)
  }
}

/** What may wait to be handed on before the stream is paused: enough to see what ends things, or the end of the stream. */
const maxQueuedBytes = 1024 * 1024
