import { describe, expect, test } from 'vitest'
import { CharacterSet } from './character-set.js'

const codeOf = (character: string) => character.codePointAt(0) ?? 0

/** The characters of a text that are in a set, asked twice. */
function membersOf(source: string, text: string, options: { isUnicode?: boolean; lenient?: boolean } = {}): string {
  const { isUnicode = true, lenient = false } = options
  const set = new CharacterSet(source, isUnicode)
  const found = Array.from(text, (each) => [set.has(codeOf(each), lenient), set.has(codeOf(each), lenient)] as const)
  return Array.from(text)
    .filter((_each, index) => found[index]?.[0] === true && found[index]?.[1] === true)
    .join('')
}

describe('a character is in the set of', () => {
  test.each([
    ['a', 'aAbé', 'a'],
    ['[a-c]', 'abcdA', 'abc'],
    ['[^a]', 'ab\n', 'b\n'],
    ['\\d', '1a٣', '1'],
    ['.', 'a\n\r\u2028é', 'aé'],
    ['\\|', '|a', '|'],
    ['[ÿĀ]', 'þÿĀāŸ', 'ÿĀ'],
    ['[α-ω]', 'αΑωΩ', 'αω'],
    ['😀', '😀😂a', '😀'],
  ])('%s', (source, text, members) => {
    expect(membersOf(source, text)).toBe(members)
  })

  test('each half of a pair, without the flag u', () => {
    expect(membersOf('\ud83d', '\ud83d', { isUnicode: false })).toBe('\ud83d')
    expect(membersOf('.', '😀', { isUnicode: false })).toBe('')
  })
})

describe('a character is in the set with flags of', () => {
  test.each([
    ['a', 'aAbB', 'aA'],
    ['A', 'aAbB', 'aA'],
    ['[a-c]', 'abcdABCD', 'abcABC'],
    ['.', 'a\n\r\u2028é', 'a\n\r\u2028é'],
    ['\\.', '.a\n', '.'],
    ['[ÿĀ]', 'þÿĀāŸ', 'ÿĀāŸ'],
    ['[α-ω]', 'αΑωΩa', 'αΑωΩ'],
  ])('%s', (source, text, members) => {
    expect(membersOf(source, text, { lenient: true })).toBe(members)
  })

  test('both readings, whichever was asked first', () => {
    const set = new CharacterSet('a', true)
    const code = codeOf('A')
    expect([set.has(code, true), set.has(code, false), set.has(code, true)]).toEqual([true, false, true])
    const other = new CharacterSet('a', true)
    expect([other.has(code, false), other.has(code, true), other.has(code, false)]).toEqual([false, true, false])
  })
})

describe('the members in a text', () => {
  test.each([
    ['a', true, 'abAa', ['a', 'a', 'A', 'a', 'a', 'A']],
    ['[B-C]', true, 'ABC', ['B', 'b', 'B', 'C', 'c', 'C']],
    ['.', true, 'a\n😀', ['a', '\n', '😀']],
    ['x', true, 'abc', []],
    ['😀', true, '😀', ['😀', '😀', '😀']],
    ['\\p{Lu}', true, 'aB', ['B', 'b', 'B']],
    ['\\p', false, 'p', ['p', 'p', 'P']],
  ])('of %s (flag u: %s) in %j are found in both cases', (source, isUnicode, text, members) => {
    expect(new CharacterSet(source, isUnicode).membersIn(text)).toEqual(members)
  })
})
