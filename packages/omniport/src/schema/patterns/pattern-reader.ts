/** Gives the members of an RE2 class for `p{…}` or `P{…}`. @throws SyntaxError whose message follows "the pattern". */
export type TranslateProperty = (text: string) => string

/** Reads a pattern from left to right. */
export class PatternReader {
  readonly translateProperty: TranslateProperty
  readonly #text: string
  position = 0

  constructor(text: string, translateProperty: TranslateProperty) {
    this.#text = text
    this.translateProperty = translateProperty
  }

  get isAtEnd(): boolean {
    return this.position >= this.#text.length
  }

  /** Returns up to `length` next characters. */
  rest(length: number): string {
    return this.#text.slice(this.position, this.position + length)
  }

  peek(text: string): boolean {
    return this.#text.startsWith(text, this.position)
  }

  take(text: string): boolean {
    if (!this.peek(text)) return false
    this.position += text.length
    return true
  }

  skip(length: number): void {
    this.position += length
  }

  expect(text: string, otherwise: string): void {
    if (!this.take(text)) throw new SyntaxError(otherwise)
  }

  /** Reads the next code point. */
  next(): number {
    const code = this.#text.codePointAt(this.position)
    if (code === undefined) throw new SyntaxError('ends too early')
    this.position += code > 0xffff ? 2 : 1
    return code
  }
}

const lastCodePoint = 0x10ffff
const allCharacters = `\\x{0}-\\x{${lastCodePoint.toString(16)}}`

/** `.` of ECMA-262 in RE2 syntax. */
export const notLineBreak = '[^\\x{a}\\x{d}\\x{2028}\\x{2029}]'

/** Assertions with the same meaning in both. */
export const wordBoundary = { at: '\\b', off: '\\B' }

/** `\d`, `\w` and `\s` as sorted ranges of code points. */
const characterSets: ReadonlyMap<string, readonly (readonly [number, number])[]> = new Map([
  ['d', [[0x30, 0x39]]],
  [
    'w',
    [
      [0x30, 0x39],
      [0x41, 0x5a],
      [0x5f, 0x5f],
      [0x61, 0x7a],
    ],
  ],
  [
    's',
    [
      [0x9, 0xd],
      [0x20, 0x20],
      [0xa0, 0xa0],
      [0x1680, 0x1680],
      [0x2000, 0x200a],
      [0x2028, 0x2029],
      [0x202f, 0x202f],
      [0x205f, 0x205f],
      [0x3000, 0x3000],
      [0xfeff, 0xfeff],
    ],
  ],
])

/** One code point in RE2 syntax, outside or inside a class. */
export function anyCharacter(code: number): string {
  return `\\x{${code.toString(16)}}`
}

/** Translates an escape outside a class, after its backslash. */
export function readEscape(reader: PatternReader): string {
  if (/^(?:[1-9]|k<)/.test(reader.rest(2))) throw new SyntaxError('uses a backreference, which is not supported')
  const set = readSet(reader)
  return set === undefined ? anyCharacter(readEscapedCharacter(reader)) : `[${set}]`
}

/** Translates a class, after its `[` and including its `]`. */
export function readClass(reader: PatternReader): string {
  const isNegated = reader.take('^')
  let members = ''
  while (!reader.take(']')) {
    if (reader.isAtEnd) throw new SyntaxError('has a [ without a ]')
    members += readMember(reader)
  }
  if (members !== '') return `[${isNegated ? '^' : ''}${members}]`
  return isNegated ? `[${allCharacters}]` : `[^${allCharacters}]`
}

function readMember(reader: PatternReader): string {
  const set = reader.peek('\\') ? readClassSet(reader) : undefined
  if (set !== undefined) return set
  const low = readClassCharacter(reader)
  const isRange = /^-[^\]]/.test(reader.rest(2)) && !/^-\\[dDwWsSpP]/.test(reader.rest(3))
  if (!isRange) return anyCharacter(low)
  reader.skip(1)
  const high = readClassCharacter(reader)
  if (high < low) throw new SyntaxError('has a range in a class out of order')
  return `${anyCharacter(low)}-${anyCharacter(high)}`
}

function readClassSet(reader: PatternReader): string | undefined {
  const start = reader.position
  reader.skip(1)
  const set = readSet(reader)
  if (set === undefined) reader.position = start
  return set
}

function readClassCharacter(reader: PatternReader): number {
  if (!reader.take('\\')) return reader.next()
  return reader.take('b') ? 0x8 : readEscapedCharacter(reader)
}

/**
 * Translates `\d`, `\W`, `\p{…}` and the like into members of a class; undefined for other escapes, of which nothing is read.
 */
function readSet(reader: PatternReader): string | undefined {
  const letter = reader.rest(1)
  const property = /^[pP]\{[A-Za-z0-9_=]{1,80}\}/.exec(reader.rest(90))
  if (property !== null) {
    reader.skip(property[0].length)
    return reader.translateProperty(property[0])
  }
  const ranges = characterSets.get(letter.toLowerCase())
  if (ranges === undefined) return undefined
  reader.skip(1)
  return (letter === letter.toLowerCase() ? ranges : complement(ranges)).map(formatRange).join('')
}

function formatRange([low, high]: readonly [number, number]): string {
  return `${anyCharacter(low)}-${anyCharacter(high)}`
}

function complement(ranges: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const starts = [0, ...ranges.map(([, high]) => high + 1)]
  const ends = [...ranges.map(([low]) => low - 1), lastCodePoint]
  return starts.map((start, index) => [start, ends[index] ?? lastCodePoint] as const)
}

const controlEscapes: ReadonlyMap<string, number> = new Map([
  ['t', 0x9],
  ['n', 0xa],
  ['v', 0xb],
  ['f', 0xc],
  ['r', 0xd],
])

function readEscapedCharacter(reader: PatternReader): number {
  const numeric = /^(?:x([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4}))/.exec(reader.rest(9))
  if (numeric !== null) return readNumeric(reader, numeric)
  const control = /^c([A-Za-z])/.exec(reader.rest(2))
  if (control?.[1] !== undefined) {
    reader.skip(2)
    return control[1].charCodeAt(0) % 32
  }
  if (/^0(?!\d)/.test(reader.rest(2))) {
    reader.skip(1)
    return 0
  }
  const letter = reader.rest(1)
  const code = reader.next()
  const named = controlEscapes.get(letter)
  if (named === undefined && /[0-9A-Za-z]/.test(letter)) throw new SyntaxError(`has an unknown escape \\${letter}`)
  return named ?? code
}

function readNumeric(reader: PatternReader, match: RegExpExecArray): number {
  reader.skip(match[0].length)
  const code = Number.parseInt(match[1] ?? match[2] ?? match[3] ?? '', 16)
  if (code > lastCodePoint) throw new SyntaxError('has a code point beyond U+10FFFF')
  const isHighSurrogate = match[3] !== undefined && code >= 0xd800 && code < 0xdc00
  const low = isHighSurrogate ? /^\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})/.exec(reader.rest(6)) : null
  if (low?.[1] === undefined) return code
  reader.skip(6)
  return (code - 0xd800) * 0x400 + (Number.parseInt(low[1], 16) - 0xdc00) + 0x10000
}
