/** Bytes in which strings of JSON are looked for, and the same as words of four. */
export class StringBytes {
  readonly bytes: Uint8Array
  readonly words: Int32Array
  /** The index of the first byte of the first word. */
  readonly skew: number

  constructor(bytes: Uint8Array) {
    const { buffer, byteOffset, length } = bytes
    this.bytes = bytes
    this.skew = (4 - (byteOffset & 3)) & 3
    const count = (length - this.skew) >> 2
    this.words = count > 0 ? new Int32Array(buffer, byteOffset + this.skew, count) : new Int32Array(0)
  }
}

/**
 * The index of the quote that ends a string of JSON; the string's first byte is at `from`. -1: it does not end, has a control
 * character or a wrong escape, or is not UTF-8.
 */
export function endOfStringBytes(strings: StringBytes, from: number): number {
  const { bytes, skew } = strings
  const { length } = bytes
  let at = from
  let near = from + nearBytes
  while (at < length) {
    if (at >= near && ((at - skew) & 3) === 0) {
      at = skipPlainWords(strings, at)
      near = at + 4
      if (at >= length) break
    }
    const code = bytes[at] as number // `at` is within the bytes
    if (isPlain[code] === 1) at += 1
    else if (code === quote) return at
    else {
      const taken = code === backslash ? escapeLength(bytes, at) : sequenceLength(bytes, at)
      if (taken === 0) return -1
      at += taken
    }
  }
  return -1
}

/** Most strings end before this many bytes: words are for long ones. */
const nearBytes = 24

/** The index of the first word from `at` on that has a byte that is not plain. */
function skipPlainWords({ words, skew }: StringBytes, at: number): number {
  let index = (at - skew) >> 2
  const { length } = words
  for (; index < length; index += 1) {
    const word = words[index] as number // within the words
    const quotes = word ^ 0x22222222
    const backslashes = word ^ 0x5c5c5c5c
    // The high bit of a byte is set where it is a quote, a backslash, a control character, or not ASCII.
    const found =
      ((quotes - 0x01010101) & ~quotes) |
      ((backslashes - 0x01010101) & ~backslashes) |
      ((word - 0x20202020) & ~word) |
      word
    if ((found & 0x80808080) !== 0) break
  }
  return skew + index * 4
}

/** 0: it is no escape. */
function escapeLength(bytes: Uint8Array, at: number): number {
  const code = bytes[at + 1]
  if (code === 0x75) return isHex(bytes, at + 2) ? 6 : 0
  return code !== undefined && escapes.has(code) ? 2 : 0
}

function isHex(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < from + 4; at += 1) {
    const code = bytes[at] ?? 0
    const isDigit = code >= 0x30 && code <= 0x39
    const letter = code | 0x20
    if (!isDigit && !(letter >= 0x61 && letter <= 0x66)) return false
  }
  return true
}

/** The bytes of a character that is not ASCII. 0: they are not UTF-8, or it is a control character. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0xc2 || first > 0xf4) return 0
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  const second = bytes[at + 1] ?? 0
  // No long form of a short character, no surrogate, nothing beyond U+10FFFF.
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  if (second < least || second > most) return 0
  for (let next = at + 2; next < at + length; next += 1) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0
  }
  return length
}

const quote = 0x22
const backslash = 0x5c
const escapes: ReadonlySet<number> = new Set([...'"\\/bfnrt'].map((character) => character.charCodeAt(0)))

/** 1 for each byte that stands for itself in a string. */
const isPlain = Uint8Array.from({ length: 256 }, (_, code) => {
  return code >= 0x20 && code < 0x80 && code !== quote && code !== backslash ? 1 : 0
})
