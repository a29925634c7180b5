import type { Buffer } from 'node:buffer'
import process from 'node:process'
import type { Readable, Writable } from 'node:stream'
import { LateModernStdio } from '../modern/late-modern-stdio.js'
import { STDIO_DEFAULT_MAX_BUFFER_SIZE } from '../shared/stdio.js'
import type { Transport, TransportSendOptions } from '../shared/transport.js'
import { StdioInput } from '../stdio-server/stdio-input.js'
import { StdioOutput } from '../stdio-server/stdio-output.js'
import type { JSONRPCMessage } from '../types.js'

/** Serves a client over the input and the output of this process, or over two other streams. */
export class StdioServerTransport implements Transport {
  private _stdin: Readable
  private _started = false
  readonly #input: StdioInput
  readonly #output: StdioOutput
  readonly #modern: LateModernStdio
  declare onclose?: () => void
  declare onerror?: (error: Error) => void
  declare onmessage?: (message: JSONRPCMessage) => void

  /** `maxBufferSize`: bytes that one message may have. A longer one closes the transport. Default: 10 MiB. */
  constructor(
    _stdin: Readable = process.stdin,
    _stdout: Writable = process.stdout,
    options?: { maxBufferSize?: number },
  ) {
    this._stdin = _stdin
    this.#output = new StdioOutput(_stdout)
    this.#modern = new LateModernStdio({
      deliver: (message) => this.onmessage?.(message),
      write: (message) => void this.#output.write(message),
      onError: (error) => this.onerror?.(error),
    })
    this.#input = new StdioInput({
      maxBytes: options?.maxBufferSize ?? STDIO_DEFAULT_MAX_BUFFER_SIZE,
      onMessage: (message) => {
        if (!this.#modern.receive(message)) this.onmessage?.(message)
      },
      onError: (error) => this.onerror?.(error),
      refuse: (response) => void this.#output.write(response),
      close: () => void this.close().catch(() => {}),
    })
  }

  /** Begins to read. `connect` of a server calls it. */
  async start(): Promise<void> {
    if (this._started) {
      throw new Error(
        'StdioServerTransport already started! If using Server class, note that connect() calls start() automatically.',
      )
    }
    this._started = true
    this._stdin.on('data', this.#ondata)
    this._stdin.on('error', this.#onerror)
    this.#output.open()
  }

  /** Stops reading. The streams stay open; the input is paused, unless others read it too. */
  async close(): Promise<void> {
    this._stdin.off('data', this.#ondata)
    this._stdin.off('error', this.#onerror)
    if (this._stdin.listenerCount('data') === 0) this._stdin.pause()
    this.#input.clear()
    this.#modern.close()
    this.#output.close()
    this.onclose?.()
  }

  /** Sends a message. Resolves when it is written, and the stream has room for more. */
  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#modern.take(message, options?.relatedRequestId)) return Promise.resolve()
    return this.#output.write(message)
  }

  readonly #ondata = (chunk: Buffer): void => this.#input.read(chunk)
  readonly #onerror = (error: Error): void => this.onerror?.(error)
}
