import { type JSONRPCMessage, JSONRPCMessageSchema } from '../types.js'

/** 10 MiB. */
export const STDIO_DEFAULT_MAX_BUFFER_SIZE: number = 10 * 1024 * 1024

const lineFeed = 0x0a

/** Cuts a stream of bytes into messages, one a line. */
export class ReadBuffer {
  readonly #maxBufferSize: number
  /** Lines that are whole. */
  #lines: Buffer[] = []
  #nextLine = 0
  /** The parts of the line that is not. */
  #parts: Buffer[] = []
  #size = 0

  constructor(options?: { maxBufferSize?: number }) {
    this.#maxBufferSize = options?.maxBufferSize ?? STDIO_DEFAULT_MAX_BUFFER_SIZE
  }

  /** Takes more bytes. Throws, and forgets what it has, if that is more than it may hold. */
  append(chunk: Buffer): void {
    if (this.#size + chunk.length > this.#maxBufferSize) {
      this.clear()
      throw new Error(`ReadBuffer exceeded maximum size of ${this.#maxBufferSize} bytes`)
    }
    this.#size += chunk.length
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      this.#lines.push(Buffer.concat([...this.#parts, chunk.subarray(start, end)]))
      this.#parts = []
      start = end + 1
    }
    if (start < chunk.length) this.#parts.push(start === 0 ? chunk : chunk.subarray(start))
  }

  /** The next message; null until its line is whole. Throws for a line that is no message, which is then past. */
  readMessage(): JSONRPCMessage | null {
    const line = this.#lines[this.#nextLine]
    if (line === undefined) return null
    this.#nextLine += 1
    this.#size -= line.length + 1
    if (this.#nextLine === this.#lines.length) {
      this.#lines = []
      this.#nextLine = 0
    }
    return deserializeMessage(line.toString('utf8').replace(/\r$/, ''))
  }

  clear(): void {
    this.#lines = []
    this.#nextLine = 0
    this.#parts = []
    this.#size = 0
  }
}

/** Reads a message. Throws for text that is not JSON, and for JSON that is not a message. */
export function deserializeMessage(line: string): JSONRPCMessage {
  return JSONRPCMessageSchema.parse(JSON.parse(line))
}

/** Writes a message as a line. */
export function serializeMessage(message: JSONRPCMessage): string {
  return `${JSON.stringify(message)}\n`
}
