import { Buffer } from 'node:buffer'
import type { RpcId } from '../../../jsonrpc/messages/messages.js'
import { InvalidMessage } from '../../../jsonrpc/messages/parse-message.js'

/**
 * Reads the id and the kind of a message from its text, without parsing all of it: enough to refuse the message. Takes the
 * text in pieces and keeps none of them.
 */
export class EnvelopeReader {
  #depth = 0
  #isObject = false
  #inString = false
  #escaped = false
  #token: number[] = []
  #key: unknown
  #id: RpcId | null = null
  #shape: 'request' | 'response' | undefined

  push(piece: Uint8Array): void {
    for (const byte of piece) {
      if (this.#inString) this.#readString(byte)
      else this.#readStructure(byte)
    }
  }

  /** Creates the error that refuses the message, with its id if it has one and is a request or a response. */
  refuse(problem: string): InvalidMessage {
    const shape = this.#shape ?? 'request'
    return new InvalidMessage(`Invalid message: ${problem}`, this.#shape === undefined ? null : this.#id, shape)
  }

  #readString(byte: number): void {
    if (byte === 0x22 && !this.#escaped) {
      this.#inString = false
      if (this.#depth === 1) this.#add(byte)
      return
    }
    this.#escaped = byte === 0x5c && !this.#escaped
    if (this.#depth === 1) this.#add(byte)
  }

  #readStructure(byte: number): void {
    if (byte === 0x22) this.#inString = true
    if (byte === 0x7b || byte === 0x5b) {
      if (this.#depth === 0) this.#isObject = byte === 0x7b
      this.#depth += 1
    } else if (byte === 0x7d || byte === 0x5d) {
      if (this.#depth === 1) this.#endValue()
      this.#depth -= 1
    } else if (this.#depth === 1) {
      this.#readMember(byte)
    }
  }

  #readMember(byte: number): void {
    if (byte === 0x3a) this.#startValue()
    else if (byte === 0x2c) this.#endValue()
    else this.#add(byte)
  }

  /** Truncates tokens that are too long for an id or a key that is looked for; the rest is not JSON then. */
  #add(byte: number): void {
    if (this.#token.length < 1024) this.#token.push(byte)
  }

  #startValue(): void {
    this.#key = this.#takeToken()
    if (this.#key === 'method') this.#shape = 'request'
    else if (this.#key === 'result' || this.#key === 'error') this.#shape ??= 'response'
  }

  #endValue(): void {
    const value = this.#takeToken()
    if (!this.#isObject || this.#key !== 'id') return
    this.#id = typeof value === 'string' || Number.isSafeInteger(value) ? (value as RpcId) : null
  }

  #takeToken(): unknown {
    const text = Buffer.from(this.#token).toString()
    this.#token = []
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  }
}
