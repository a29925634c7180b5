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
  /** True: the text is no JSON, so what follows says nothing. */
  #isBroken = false

  push(piece: Uint8Array): void {
    for (const byte of piece) {
      if (this.#isBroken) return
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

  /** Cuts tokens that are too long. */
  #add(byte: number): void {
    if (this.#token.length < maxToken) this.#token.push(byte)
  }

  #startValue(): void {
    const key = this.#takeToken()
    this.#isBroken ||= this.#key !== undefined
    this.#key = key
    if (key === 'method') this.#shape = 'request'
    else if (key === 'result' || key === 'error') this.#shape ??= 'response'
  }

  #endValue(): void {
    const isId = this.#isObject && this.#key === 'id'
    this.#key = undefined
    if (!isId) {
      this.#token = []
      return
    }
    const value = this.#takeToken()
    this.#id = typeof value === 'string' || Number.isSafeInteger(value) ? (value as RpcId) : null
  }

  #takeToken(): unknown {
    const token = this.#token
    this.#token = []
    try {
      return JSON.parse(Buffer.from(token).toString())
    } catch {
      this.#isBroken ||= token.length < maxToken // a longer one was cut
      return undefined
    }
  }
}

/** Longer than an id that is answered, and than a key that is looked for. */
const maxToken = 1024
