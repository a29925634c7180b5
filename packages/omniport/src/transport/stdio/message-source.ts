import { Buffer } from 'node:buffer'
import process from 'node:process'
import type { Readable } from 'node:stream'
import { RpcError } from '../../jsonrpc/rpc-error.js'
import type { Limits } from '../../protocol/limits.js'
import { EnvelopeReader } from './envelope-reader.js'
import { type ParsedLine, Intake } from './intake.js'
import { LineReader } from './line-reader.js'
import { parseLine } from './parse-line.js'

/** What a `MessageSource` needs beside the stream. */
export interface MessageSourceOptions {
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
export class MessageSource {
  readonly #stream: Readable
  readonly #options: MessageSourceOptions
  readonly #intake: Intake
  readonly #lines: LineReader
  #excess: EnvelopeReader | undefined
  #paused = false
  #over = false
  #emptied: (() => void)[] = []

  /** Starts to read, in a later turn. */
  constructor(stream: Readable, options: MessageSourceOptions) {
    this.#stream = stream
    this.#options = options
    this.#intake = new Intake(options)
    this.#lines = new LineReader({
      lineBytes: options.limits.lineBytes,
      onLine: (line) => this.#take(line),
      onExcess: (piece, last) => this.#skip(piece, last),
    })
    stream.on('data', this.#onData)
    stream.on('end', this.#onEnd)
    stream.on('close', this.#onEnd)
    stream.on('error', this.#onError)
    if (stream.readableEnded || stream.destroyed) process.nextTick(this.#onEnd)
  }

  /** Hands on what waited, if nothing blocks any more, and reads on. */
  pump(): void {
    this.#intake.pump()
    this.#balance()
    this.#resolveIfEmpty()
  }

  /** Hands on what waited, whatever blocks. */
  release(): void {
    this.#intake.release()
    this.#resolveIfEmpty()
  }

  /** Resolves when nothing waits to be handed on. */
  emptied(): Promise<void> {
    if (this.#intake.isEmpty) return Promise.resolve()
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
    if (!this.#intake.isEmpty) return
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
    const paused = this.#intake.bytes > heldBytes
    if (paused === this.#paused) return
    this.#paused = paused
    if (paused) this.#stream.pause()
    else this.#stream.resume()
  }

  #take(line: Buffer): void {
    const parsedLine = this.#read(line)
    if (!('value' in parsedLine) || parsedLine.value !== undefined) this.#intake.take(parsedLine, line.length)
  }

  #read(line: Buffer): ParsedLine {
    try {
      return { value: parseLine(line, this.#options.limits) }
    } catch (reason) {
      return { broken: RpcError.from(reason), start: line.subarray(0, 120).toString() }
    }
  }

  #skip(piece: Buffer, last: boolean): void {
    this.#excess ??= new EnvelopeReader()
    this.#excess.push(piece)
    if (!last) return
    const broken = this.#excess.refuse(`it is longer than ${this.#options.limits.lineBytes} bytes (limits.lineBytes)`)
    this.#excess = undefined
    this.#intake.take({ broken, start: '' }, 0)
  }
}

/** What may wait to be handed on before the stream is paused: enough to see what ends things, or the end of the stream. */
const heldBytes = 1024 * 1024
