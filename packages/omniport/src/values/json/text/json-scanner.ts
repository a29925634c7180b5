import type { JsonBounds } from './find-limit-violation.js'
import { endOfStringBytes, StringBytes } from './string-bytes.js'

export interface JsonScannerOptions {
  readonly bounds: JsonBounds
  /** Called for each member of a skipped value that has at least `longBytes`, those within it first. */
  readonly onLong: (key: Span, value: Span) => void
  readonly longBytes: number
}

/** A part of the bytes: `to` is the index after its last. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Walks over JSON in UTF-8 and checks every byte of it, as parsing would, but builds nothing. `at` is where the next value begins,
 * or where the last one ended. A value is taken with `skip`, an object also with `object`.
 *
 * All methods throw SyntaxError for what is not JSON in UTF-8 or exceeds `bounds`.
 */
export class JsonScanner {
  /** True if a line ended between two tokens. */
  hasLineBreak = false
  at = 0
  readonly #bytes: Uint8Array
  readonly #strings: StringBytes
  readonly #options: JsonScannerOptions
  readonly #longBytes: number
  #depth = 0
  #nodes = 0

  constructor(bytes: Uint8Array, options: JsonScannerOptions) {
    this.#bytes = bytes
    this.#strings = new StringBytes(bytes)
    this.#options = options
    this.#longBytes = options.longBytes
  }

  /** Takes an object. `visit` gets each key, as it is written between its quotes, and has to take the value. */
  object(visit: (key: Span) => void): void {
    this.at = this.#skipSpace(this.at)
    if (this.#bytes[this.at] !== openBrace) throw notJson()
    this.at = this.#members(this.at, (from, to, at) => {
      this.at = at
      visit({ from, to })
      return this.at
    })
  }

  /** Takes any value. */
  skip(): void {
    this.at = this.#value(this.#skipSpace(this.at))
  }

  /** Takes the end of the text. */
  end(): void {
    if (this.#skipSpace(this.at) < this.#bytes.length) throw notJson()
  }

  /** The methods below get the index at which something begins, and return that after it. */
  #value(at: number): number {
    const code = this.#bytes[at]
    if (code === quote) return this.#string(at)
    if (code === openBrace) return this.#members(at, this.#skipMember)
    if (code === openBracket) return this.#items(at)
    if (code === minus || isDigit(code)) return this.#number(at)
    return this.#literal(at, code)
  }

  readonly #skipMember = (from: number, to: number, at: number): number => {
    const end = this.#value(at)
    if (end - at >= this.#longBytes) this.#options.onLong({ from, to }, { from: at, to: end })
    return end
  }

  #members(start: number, member: (from: number, to: number, at: number) => number): number {
    const bytes = this.#bytes
    this.#open()
    let at = this.#skipSpace(start + 1)
    if (bytes[at] !== closeBrace) {
      for (;;) {
        if (bytes[at] !== quote) throw notJson()
        const from = at + 1
        const to = this.#string(at) - 1
        at = this.#skipSpace(to + 1)
        if (bytes[at] !== colon) throw notJson()
        at = this.#skipSpace(member(from, to, this.#skipSpace(at + 1)))
        if (bytes[at] === closeBrace) break
        at = this.#comma(at)
      }
    }
    this.#depth -= 1
    return at + 1
  }

  #items(start: number): number {
    const bytes = this.#bytes
    this.#open()
    let at = this.#skipSpace(start + 1)
    if (bytes[at] !== closeBracket) {
      for (;;) {
        at = this.#skipSpace(this.#value(at))
        if (bytes[at] === closeBracket) break
        at = this.#comma(at)
      }
    }
    this.#depth -= 1
    return at + 1
  }

  #open(): void {
    this.#depth += 1
    if (this.#depth > this.#options.bounds.jsonDepth) throw notJson()
    this.#count()
  }

  #comma(at: number): number {
    if (this.#bytes[at] !== comma) throw notJson()
    this.#count()
    return this.#skipSpace(at + 1)
  }

  #count(): void {
    this.#nodes += 1
    if (this.#nodes > this.#options.bounds.jsonNodes) throw notJson()
  }

  #string(at: number): number {
    const end = endOfStringBytes(this.#strings, at + 1)
    if (end === -1) throw notJson()
    return end + 1
  }

  #number(start: number): number {
    const bytes = this.#bytes
    let at = bytes[start] === minus ? start + 1 : start
    at = bytes[at] === zero ? at + 1 : this.#digits(at)
    if (bytes[at] === dot) at = this.#digits(at + 1)
    if (bytes[at] !== 0x65 && bytes[at] !== 0x45) return at
    const sign = bytes[at + 1]
    return this.#digits(sign === plus || sign === minus ? at + 2 : at + 1)
  }

  #digits(start: number): number {
    const bytes = this.#bytes
    let at = start
    while (isDigit(bytes[at])) at += 1
    if (at === start) throw notJson()
    return at
  }

  #literal(start: number, first: number | undefined): number {
    const literal = first === undefined ? undefined : literals.get(first)
    if (literal === undefined) throw notJson()
    for (let at = 0; at < literal.length; at += 1) {
      if (this.#bytes[start + at] !== literal.charCodeAt(at)) throw notJson()
    }
    return start + literal.length
  }

  #skipSpace(start: number): number {
    const bytes = this.#bytes
    let at = start
    let code = bytes[at]
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      if (code === 0x0a || code === 0x0d) this.hasLineBreak = true
      at += 1
      code = bytes[at]
    }
    return at
  }
}

function notJson(): SyntaxError {
  return new SyntaxError('The bytes are not JSON in UTF-8, or exceed a limit')
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= zero && code <= 0x39
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const plus = 0x2b
const minus = 0x2d
const dot = 0x2e
const zero = 0x30
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

const literals: ReadonlyMap<number, string> = new Map(
  ['true', 'false', 'null'].map((text) => [text.charCodeAt(0), text]),
)
