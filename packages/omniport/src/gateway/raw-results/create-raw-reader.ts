import { isId } from '../../jsonrpc/messages/is-id.js'
import type { RpcResponse } from '../../jsonrpc/messages/messages.js'
import type { ReadRawResponse } from '../../jsonrpc/messages/read-raw-response.js'
import { isObject } from '../../values/json/is-object.js'
import type { JsonBounds } from '../../values/json/text/find-limit-violation.js'
import { JsonScanner, type Span } from '../../values/json/text/json-scanner.js'
import { UpstreamResult } from './upstream-result.js'

/**
 * Creates the reader of responses whose results may pass as they came. The whole message is checked as JSON in UTF-8 within
 * `bounds`. A result passes as bytes only where nothing in it is for the gateway: one that asks for input, begins a task, or has
 * a member twice is parsed, as is what is short, since that costs less.
 */
export function createRawReader(bounds: JsonBounds): ReadRawResponse {
  return (bytes, accepts) => {
    if (bytes.length < leastBytes) return undefined
    try {
      const { id, result } = new ResponseScan(bytes, bounds).read()
      return accepts(id) ? { jsonrpc: '2.0', id, result } : undefined
    } catch (reason) {
      if (reason instanceof SyntaxError) return undefined
      throw reason
    }
  }
}

/** Below, parsing a message and writing it again costs less than a scan. */
const leastBytes = 2_048

/** Strings of fewer bytes are parsed where a result has to be changed. */
const longBytes = 1_024

/** Results have few members of their own. */
const mostMembers = 64

/** What comes before and after the result in a response. */
const mostEnvelopeBytes = 1_024

/** The members of results that are for the gateway. */
const ownMembers: ReadonlySet<string> = new Set(['task', 'taskId', 'inputRequests', 'requestState'])

/** The scan of one message. Its methods throw SyntaxError where the message has to be parsed. */
class ResponseScan {
  readonly #bytes: Uint8Array
  readonly #scanner: JsonScanner
  readonly #texts: Span[] = []
  #isError = false

  constructor(bytes: Uint8Array, bounds: JsonBounds) {
    this.#bytes = bytes
    const onLong = (key: Span, value: Span) => {
      if (bytes[value.from] === quote && this.#text(key) === 'text') this.#texts.push(value)
    }
    this.#scanner = new JsonScanner(bytes, { bounds, longBytes, onLong })
  }

  read(): Pick<RpcResponse, 'result'> & { readonly id: string | number } {
    const scanner = this.#scanner
    const names = new Set<string>()
    let result: Span | undefined
    scanner.object((key) => {
      const name = this.#newName(key, names)
      const from = scanner.at
      if (name === 'result') {
        this.#scanResult()
        result = { from, to: scanner.at }
      } else if (name === 'jsonrpc' || name === 'id') {
        scanner.skip()
      } else throw toParse()
    })
    scanner.end()
    if (result === undefined || scanner.hasLineBreak) throw toParse()
    const bytes = this.#bytes.subarray(result.from, result.to)
    const { from } = result
    const longParts = this.#texts.map((part) => ({ from: part.from - from, to: part.to - from }))
    return { id: this.#idBeside(result), result: new UpstreamResult(bytes, { longParts, isError: this.#isError }) }
  }

  #scanResult(): void {
    const scanner = this.#scanner
    const names = new Set<string>()
    scanner.object((key) => {
      const name = this.#newName(key, names)
      if (ownMembers.has(name)) throw toParse()
      const before = this.#texts.length
      const from = scanner.at
      scanner.skip()
      const value = { from, to: scanner.at }
      if (name === 'resultType' && this.#text(value) !== '"complete"') throw toParse()
      if (name === 'isError') this.#isError = this.#text(value) === 'true'
      if (name === 'structuredContent' && value.to - from >= longBytes && this.#bytes[from] === openBrace) {
        this.#texts.length = before
        this.#texts.push(value)
      }
    })
  }

  /** The name of a member that has not been there yet, and is written without escapes. */
  #newName(key: Span, names: Set<string>): string {
    const name = this.#text(key)
    if (name.includes('\\') || names.has(name) || names.size >= mostMembers) throw toParse()
    names.add(name)
    return name
  }

  #idBeside(result: Span): string | number {
    const { length } = this.#bytes
    if (length - (result.to - result.from) > mostEnvelopeBytes) throw toParse()
    const before = decoder.decode(this.#bytes.subarray(0, result.from))
    const envelope: unknown = JSON.parse(`${before}null${decoder.decode(this.#bytes.subarray(result.to))}`)
    if (!isObject(envelope) || envelope['jsonrpc'] !== '2.0' || !isId(envelope['id'])) throw toParse()
    return envelope['id']
  }

  /** What is short, and ASCII. Other text comes out as what is no name here. */
  #text({ from, to }: Span): string {
    if (to - from > mostNameBytes) return ''
    let text = ''
    for (let at = from; at < to; at += 1) text += String.fromCharCode(this.#bytes[at] ?? 0)
    return text
  }
}

function toParse(): SyntaxError {
  return new SyntaxError('The message has to be parsed')
}

const decoder = new TextDecoder()
const mostNameBytes = 64
const quote = 0x22
const openBrace = 0x7b
