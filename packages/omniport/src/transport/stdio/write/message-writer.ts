import { Buffer } from 'node:buffer'
import process from 'node:process'
import type { Writable } from 'node:stream'
import { encodeMessage } from '../../../jsonrpc/messages/encode-message.js'
import type { RpcMessage } from '../../../jsonrpc/messages/messages.js'
import type { MessageSink } from '../../connection/message-sink.js'

export interface MessageWriterOptions {
  /** The writer is `full` while more bytes wait. It still takes messages; their sender should pause. */
  readonly outboxBytes: number
  /** Called once, when the stream broke or was closed. Nothing is written afterwards. */
  readonly onError: (problem: Error) => void
  /** Called after every turn in which messages were sent, and after every write that completed. */
  readonly onProgress?: (() => void) | undefined
}

/**
 * Writes newline-delimited JSON to a stream. Messages of one turn of the event loop are one write, and the next write waits
 * until the stream has room. Uses the `write` that the stream had at construction. The creator calls `detach`, which leaves
 * the stream open. spec: basic/transports/stdio
 */
export class MessageWriter implements MessageSink {
  readonly #stream: Writable
  readonly #write: Writable['write']
  readonly #options: MessageWriterOptions
  #parts: (string | Uint8Array)[] = []
  #queued = 0
  #isAscii = true
  #written = 0
  #scheduled = false
  #waitsForDrain = false
  #over = false
  /** The bytes of messages that are not to be sent yet. */
  #held = 0
  /** The bytes that were ever taken to be written, and those that were written. */
  #taken = 0
  #finished = 0
  #marks: { readonly at: number; readonly fn: () => void }[] = []
  #flushes: (() => void)[] = []

  constructor(stream: Writable, options: MessageWriterOptions) {
    this.#stream = stream
    this.#write = stream.write.bind(stream)
    this.#options = options
    stream.on('error', this.#fail)
    stream.on('close', this.#onClose)
    stream.on('drain', this.#onDrain)
  }

  /** The bytes that wait here and in the stream. */
  get bytes(): number {
    return this.#queued + this.#written + this.#held
  }

  get full(): boolean {
    return this.bytes > this.#options.outboxBytes
  }

  send(message: RpcMessage | readonly RpcMessage[]): void {
    if (!this.#over) this.#add(encodeMessage(message))
  }

  /**
   * Takes a message that is sent when the returned function is called, once. Until then its bytes count as waiting.
   * @throws TypeError when JSON cannot carry the message.
   */
  hold(message: RpcMessage | readonly RpcMessage[]): () => void {
    if (this.#over) return () => {}
    const part = encodeMessage(message)
    const bytes = Buffer.byteLength(part)
    this.#held += bytes
    return () => {
      if (this.#over) return
      this.#held -= bytes
      this.#add(part)
    }
  }

  /** Calls `fn` once when everything sent so far was written; never when the stream breaks before. */
  onWritten(fn: () => void): void {
    if (!this.#over) this.#marks.push({ at: this.#taken, fn })
  }

  #add(part: string | Uint8Array): void {
    const bytes = Buffer.byteLength(part) + 1
    this.#parts.push(typeof part === 'string' ? part : oneLine(part))
    this.#queued += bytes
    this.#taken += bytes
    if (typeof part === 'string' && bytes !== part.length + 1) this.#isAscii = false
    if (this.#scheduled) return
    this.#scheduled = true
    process.nextTick(this.#turn)
  }

  /** Resolves when everything sent so far was written, or cannot be. */
  flush(): Promise<void> {
    if (this.bytes === 0) return Promise.resolve()
    return new Promise((resolve) => this.#flushes.push(resolve))
  }

  /** Removes the listeners from the stream. Messages that still wait here are lost. */
  detach(): void {
    // A pending write may still fail, and the owner of the stream expects no error from it.
    if (this.#written > 0) this.#stream.on('error', () => {})
    this.#end()
    this.#stream.off('error', this.#fail)
    this.#stream.off('close', this.#onClose)
    this.#stream.off('drain', this.#onDrain)
  }

  readonly #turn = (): void => {
    this.#scheduled = false
    if (!this.#waitsForDrain) this.#writeAll()
    this.#options.onProgress?.()
  }

  readonly #onDrain = (): void => {
    this.#waitsForDrain = false
    this.#writeAll()
  }

  readonly #onClose = (): void => this.#fail(new Error('The stream was closed'))

  #writeAll(): void {
    if (this.#parts.length === 0) return
    const chunks = toChunks(this.#parts)
    const bytes = this.#queued
    // ASCII is the same bytes in latin1, which Node encodes faster.
    const encoding = this.#isAscii ? 'latin1' : 'utf8'
    this.#parts = []
    this.#queued = 0
    this.#isAscii = true
    this.#written += bytes
    const last = chunks.length - 1
    if (last > 0) this.#stream.cork()
    chunks.forEach((chunk, index) => {
      this.#waitsForDrain = !this.#write(
        chunk,
        encoding,
        index === last ? (problem) => this.#onWritten(bytes, problem) : undefined,
      )
    })
    if (last > 0) this.#stream.uncork()
  }

  #onWritten(bytes: number, problem: Error | null | undefined): void {
    if (problem instanceof Error) this.#fail(problem)
    if (this.#over) return
    this.#written -= bytes
    this.#finished += bytes
    if (this.#marks.length > 0) this.#settleMarks()
    if (this.bytes === 0) this.#settleFlushes()
    this.#options.onProgress?.()
  }

  readonly #fail = (problem: Error): void => {
    if (this.#over) return
    this.#end()
    this.#options.onError(problem)
  }

  #end(): void {
    this.#over = true
    this.#parts = []
    this.#queued = 0
    this.#written = 0
    this.#held = 0
    this.#marks = []
    this.#settleFlushes()
  }

  #settleMarks(): void {
    while (this.#marks[0] !== undefined && this.#marks[0].at <= this.#finished) this.#marks.shift()?.fn()
  }

  #settleFlushes(): void {
    const flushes = this.#flushes
    this.#flushes = []
    for (const resolve of flushes) resolve()
  }
}

/** Joins short messages to one write. Long ones are written as they are, to save a copy. */
function toChunks(parts: readonly (string | Uint8Array)[]): (string | Uint8Array)[] {
  const chunks: (string | Uint8Array)[] = []
  let run = ''
  for (const part of parts) {
    if (typeof part === 'string' && part.length < longText) {
      run += `${part}\n`
      continue
    }
    if (run !== '') chunks.push(run)
    chunks.push(part)
    run = '\n'
  }
  chunks.push(run)
  return chunks
}

const longText = 64 * 1024

/** In JSON, line breaks occur only between tokens, where a space means the same. */
function oneLine(json: Uint8Array): Uint8Array {
  if (!json.includes(0x0a)) return json
  return json.map((byte) => (byte === 0x0a ? 0x20 : byte))
}
