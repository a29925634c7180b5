import { Buffer } from 'node:buffer'
import { defaultLimits, InvalidMessage, LineReader, parseLine } from '#core/serve'
import { messageKindOf } from '../protocol/message-kind.js'
import { deserializeMessage } from '../shared/stdio.js'
import type { JSONRPCErrorResponse, JSONRPCMessage } from '../types.js'

export interface StdioInputOptions {
  readonly maxBytes: number
  readonly onMessage: (message: JSONRPCMessage) => void
  readonly onError: (error: Error) => void
  /** Sends the error for a request that exceeds a limit. */
  readonly refuse: (response: JSONRPCErrorResponse) => void
  /** Called for a message that is too long. */
  readonly close: () => void
}

/** Cuts chunks into messages. */
export class StdioInput {
  readonly #options: StdioInputOptions
  #lines: LineReader
  #isOver = false

  constructor(options: StdioInputOptions) {
    this.#options = options
    this.#lines = this.#createLines()
  }

  /** Delivers the messages that end in a chunk, until the transport is closed. */
  read(chunk: Buffer | string): void {
    this.#isOver = false
    for (const line of this.#lines.split(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)) {
      if (this.#isOver) return
      this.#deliver(line)
    }
  }

  /** Forgets what was read of an unfinished message. */
  clear(): void {
    this.#isOver = true
    this.#lines = this.#createLines()
  }

  #createLines(): LineReader {
    const { maxBytes, onError, close } = this.#options
    const onOversized = (): void => {
      if (this.#isOver) return
      this.#isOver = true
      onError(new Error(`ReadBuffer exceeded maximum size of ${maxBytes} bytes`))
      close()
    }
    return new LineReader({ lineBytes: maxBytes, onOversized })
  }

  #deliver(line: Buffer): void {
    try {
      const message = this.#parse(line)
      if (message !== undefined) this.#options.onMessage(message)
    } catch (error) {
      this.#options.onError(error as Error)
    }
  }

  #parse(line: Buffer): JSONRPCMessage | undefined {
    try {
      const { value } = parseLine(line, defaultLimits)
      if (messageKindOf(value) !== undefined) return value as JSONRPCMessage
    } catch (error) {
      if (!(error instanceof InvalidMessage)) return deserializeMessage(line.toString())
      const { id, shape, code, message } = error
      if (id !== null && shape === 'request') this.#options.refuse({ jsonrpc: '2.0', id, error: { code, message } })
      throw error
    }
    // The schema names what is wrong.
    return deserializeMessage(line.toString())
  }
}
