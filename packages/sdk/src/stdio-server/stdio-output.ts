import process from 'node:process'
import type { Writable } from 'node:stream'
import { serializeMessage } from '../shared/stdio.js'
import type { JSONRPCMessage } from '../types.js'

/** Texts that are longer are written for themselves, to save a copy. */
const longText = 64 * 1024

/** Writes messages to a stream. Those of one turn of the event loop are one write. */
export class StdioOutput {
  readonly #stream: Writable
  #text = ''
  #turn: Promise<void> | undefined

  constructor(stream: Writable) {
    this.#stream = stream
  }

  /** Writes what waits when the process exits. */
  open(): void {
    process.on('exit', this.#flush)
  }

  /** Writes what waits. */
  close(): void {
    process.off('exit', this.#flush)
    this.#flush()
  }

  /** Resolves when the message is written, and the stream has room for more. */
  write(message: JSONRPCMessage): Promise<void> {
    this.#text += serializeMessage(message)
    if (this.#text.length > longText) this.#flush()
    this.#turn ??= new Promise((resolve) => process.nextTick(() => this.#end(resolve)))
    return this.#turn
  }

  #end(resolve: () => void): void {
    this.#turn = undefined
    this.#flush()
    if (this.#stream.writableNeedDrain) this.#stream.once('drain', resolve)
    else resolve()
  }

  readonly #flush = (): void => {
    const text = this.#text
    if (text === '') return
    this.#text = ''
    this.#stream.write(text)
  }
}
