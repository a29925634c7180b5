import { describe, expect, test } from 'vitest'
import { endOfStringBytes, StringBytes } from './string-bytes.js'

/** The end of a string in bytes that begin anywhere in memory. */
function endOf(bytes: ArrayLike<number>, shift = 0, from = 0): number {
  const memory = new Uint8Array(bytes.length + shift)
  memory.set(bytes, shift)
  return endOfStringBytes(new StringBytes(memory.subarray(shift)), from)
}

const encode = (text: string) => new TextEncoder().encode(text)
const shifts = [0, 1, 2, 3]
const lengths = Array.from({ length: 34 }, (_, length) => length)

/** What follows characters of some number, at each place in a word; the end is given from there on. */
function endsOf(rest: string | readonly number[]): ReadonlySet<number> {
  const after = typeof rest === 'string' ? [...encode(rest)] : rest
  const ends = lengths.flatMap((length) =>
    shifts.map((shift) => {
      const end = endOf([...Array<number>(length).fill(0x78), ...after], shift)
      return end === -1 ? -1 : end - length
    }),
  )
  return new Set(ends)
}

describe('the end of a string', () => {
  test.each<readonly [rest: string, end: number]>([
    ['"', 0],
    ['","', 0],
    ['xx"xxxx"', 2],
    ['\u007f"', 1],
    [' !#[]~"', 6],
    ['\\"x"', 3],
    ['\\\\"', 2],
    ['\\/\\b\\f\\n\\r\\t"', 12],
    ['\\u00e9"', 6],
    ['\\uABCDef"', 8],
    ['é"', 2],
    ['\u0080\u07ff"', 4],
    ['\u0800\ud7ff\ue000\uffff"', 12],
    ['\u{10000}\u{10ffff}"', 8],
    ['€x€"', 7],
    ['é'.repeat(20), -1],
    ['x', -1],
    ['', -1],
    ['\\"', -1],
    ['\\', -1],
    ['\\x"', -1],
    ['\\U0041"', -1],
    ['\\u"', -1],
    ['\\u004"', -1],
    ['\\u004g"', -1],
    ['\\u004/"', -1],
    ['\\u004:"', -1],
    ['\\u004@"', -1],
    ['\\u004`"', -1],
    ['\\u00e', -1],
    ['\n"', -1],
    ['\t"', -1],
    ['\u0000"', -1],
    ['\u001f"', -1],
  ])('before %j is at %i', (rest, end) => {
    expect(endsOf(rest)).toEqual(new Set([end]))
  })

  test.each<readonly [name: string, bytes: readonly number[]]>([
    ['a byte that continues nothing', [0x80]],
    ['the last of them', [0xbf]],
    ['a long form of a slash', [0xc0, 0xaf]],
    ['a long form of a letter', [0xc1, 0xbf]],
    ['a long form in three bytes', [0xe0, 0x9f, 0xbf]],
    ['a long form in four bytes', [0xf0, 0x8f, 0xbf, 0xbf]],
    ['the first surrogate', [0xed, 0xa0, 0x80]],
    ['a code point that is too large', [0xf4, 0x90, 0x80, 0x80]],
    ['a lead byte that is too large', [0xf5, 0x80, 0x80, 0x80]],
    ['the last byte', [0xff]],
    ['half of two bytes', [0xc3]],
    ['two of three bytes', [0xe2, 0x82]],
    ['three of four bytes', [0xf0, 0x9f, 0x98]],
    ['two bytes, the second of which is a letter', [0xc3, 0x41]],
    ['two bytes, the second of which begins others', [0xc3, 0xc3]],
    ['three bytes, the last of which begins others', [0xe2, 0x82, 0xc0]],
    ['four bytes, the third of which is a letter', [0xf0, 0x9f, 0x41, 0x80]],
    ['four bytes, the last of which is a letter', [0xf0, 0x9f, 0x98, 0x41]],
  ])('is not found behind %s', (_name, bytes) => {
    expect(endsOf([...bytes, 0x22])).toEqual(new Set([-1]))
    expect(endOf(bytes)).toBe(-1)
  })

  test.each<readonly [name: string, bytes: readonly number[]]>([
    ['the first of two bytes', [0xc2, 0x80]],
    ['the last of two bytes', [0xdf, 0xbf]],
    ['the first of three bytes', [0xe0, 0xa0, 0x80]],
    ['the last before surrogates', [0xed, 0x9f, 0xbf]],
    ['the first behind surrogates', [0xee, 0x80, 0x80]],
    ['the last of three bytes', [0xef, 0xbf, 0xbf]],
    ['the first of four bytes', [0xf0, 0x90, 0x80, 0x80]],
    ['the last of four bytes', [0xf4, 0x8f, 0xbf, 0xbf]],
  ])('is found behind %s', (_name, bytes) => {
    expect(endsOf([...bytes, 0x22])).toEqual(new Set([bytes.length]))
  })

  test('is looked for from a place on', () => {
    const bytes = encode(`"${'x'.repeat(40)}"${'y'.repeat(60)}","`)
    const found = shifts.map((shift) => [0, 1, 41, 42, 50, 102].map((from) => endOf(bytes, shift, from)))
    expect(found).toEqual(shifts.map(() => [0, 41, 41, 102, 102, 102]))
    expect(endOf(bytes, 0, bytes.length)).toBe(-1)
  })
})

test('words are four bytes at a place that memory has words at', () => {
  const memory = new Uint8Array(16)
  const wordsOf = (from: number, length: number) => {
    const { words, skew } = new StringBytes(memory.subarray(from, from + length))
    return [skew, words.length, words.byteOffset]
  }
  expect([wordsOf(0, 16), wordsOf(1, 15), wordsOf(2, 9), wordsOf(3, 5), wordsOf(4, 4)]).toEqual([
    [0, 4, 0],
    [3, 3, 4],
    [2, 1, 4],
    [1, 1, 4],
    [0, 1, 4],
  ])
  expect([wordsOf(1, 2), wordsOf(3, 0), wordsOf(1, 6)].map(([skew, length]) => [skew, length])).toEqual([
    [3, 0],
    [1, 0],
    [3, 0],
  ])
})
