import { describe, expect, test } from 'vitest'
import { PatternReader, readClass, readEscape } from './pattern-reader.js'

/** What a function makes of a text, and what it leaves of it. */
function read(text: string, readNext: (reader: PatternReader) => string): readonly [string, string] {
  const reader = new PatternReader(text, (property) => `<${property}>`)
  return [readNext(reader), reader.rest(99)]
}

describe('an escape outside a class', () => {
  test.each([
    ['d1', '[\\x{30}-\\x{39}]', '1'],
    ['D', '[\\x{0}-\\x{2f}\\x{3a}-\\x{10ffff}]', ''],
    ['w', '[\\x{30}-\\x{39}\\x{41}-\\x{5a}\\x{5f}-\\x{5f}\\x{61}-\\x{7a}]', ''],
    ['W', '[\\x{0}-\\x{2f}\\x{3a}-\\x{40}\\x{5b}-\\x{5e}\\x{60}-\\x{60}\\x{7b}-\\x{10ffff}]', ''],
    ['t', '\\x{9}', ''],
    ['n', '\\x{a}', ''],
    ['v', '\\x{b}', ''],
    ['f', '\\x{c}', ''],
    ['rn', '\\x{d}', 'n'],
    ['cJx', '\\x{a}', 'x'],
    ['cz', '\\x{1a}', ''],
    ['0a', '\\x{0}', 'a'],
    ['0', '\\x{0}', ''],
    ['x4aF', '\\x{4a}', 'F'],
    ['u00e9e', '\\x{e9}', 'e'],
    ['u{e9}9', '\\x{e9}', '9'],
    ['u{10FFFF}', '\\x{10ffff}', ''],
    ['u{00000a}', '\\x{a}', ''],
    ['uD800\\uDC00', '\\x{10000}', ''],
    ['udbff\\udfffa', '\\x{10ffff}', 'a'],
    ['uD83D\\uDE00', '\\x{1f600}', ''],
    ['uD83D\\u0041', '\\x{d83d}', '\\u0041'],
    ['uD83Da', '\\x{d83d}', 'a'],
    ['uDC00\\uDC00', '\\x{dc00}', '\\uDC00'],
    ['uD7FF\\uDC00', '\\x{d7ff}', '\\uDC00'],
    ['u{D83D}\\uDE00', '\\x{d83d}', '\\uDE00'],
    ['.a', '\\x{2e}', 'a'],
    ['-', '\\x{2d}', ''],
    ['😀', '\\x{1f600}', ''],
    ['p{L}x', '[<p{L}>]', 'x'],
    ['P{sc=Greek}', '[<P{sc=Greek}>]', ''],
    [`p{${'a'.repeat(80)}}`, `[<p{${'a'.repeat(80)}}>]`, ''],
  ])('%s', (text, translated, rest) => {
    expect(read(text, readEscape)).toEqual([translated, rest])
  })

  test.each([
    ['1', 'uses a backreference, which is not supported'],
    ['9a', 'uses a backreference, which is not supported'],
    ['k<a>', 'uses a backreference, which is not supported'],
    ['ka', 'has an unknown escape \\k'],
    ['a1', 'has an unknown escape \\a'],
    ['z', 'has an unknown escape \\z'],
    ['01', 'has an unknown escape \\0'],
    ['c1', 'has an unknown escape \\c'],
    ['x4', 'has an unknown escape \\x'],
    ['x4g', 'has an unknown escape \\x'],
    ['u123', 'has an unknown escape \\u'],
    ['u{}', 'has an unknown escape \\u'],
    ['u{1234567}', 'has an unknown escape \\u'],
    ['u{110000}', 'has a code point beyond U+10FFFF'],
    ['pL', 'has an unknown escape \\p'],
    ['p{}', 'has an unknown escape \\p'],
    ['p{L', 'has an unknown escape \\p'],
    ['p{a b}', 'has an unknown escape \\p'],
    [`p{${'a'.repeat(81)}}`, 'has an unknown escape \\p'],
    ['', 'ends too early'],
  ])('%s is refused', (text, message) => {
    expect(() => read(text, readEscape)).toThrow(new SyntaxError(message))
  })
})

describe('a class', () => {
  test.each([
    ['a]b', '[\\x{61}]', 'b'],
    ['^a]', '[^\\x{61}]', ''],
    ['a^]', '[\\x{61}\\x{5e}]', ''],
    [']', '[^\\x{0}-\\x{10ffff}]', ''],
    ['^]', '[\\x{0}-\\x{10ffff}]', ''],
    ['a-c]', '[\\x{61}-\\x{63}]', ''],
    ['a-a]', '[\\x{61}-\\x{61}]', ''],
    ['a-]', '[\\x{61}\\x{2d}]', ''],
    ['-a]', '[\\x{2d}\\x{61}]', ''],
    ['+--]', '[\\x{2b}-\\x{2d}]', ''],
    ['\\n-\\x41b]', '[\\x{a}-\\x{41}\\x{62}]', ''],
    ['\\b\\\\\\]]', '[\\x{8}\\x{5c}\\x{5d}]', ''],
    ['[:a:]]', '[\\x{5b}\\x{3a}\\x{61}\\x{3a}]', ']'],
    ['\\d-z]', '[\\x{30}-\\x{39}\\x{2d}\\x{7a}]', ''],
    ['a-\\d]', '[\\x{61}\\x{2d}\\x{30}-\\x{39}]', ''],
    ['a-\\p{L}]', '[\\x{61}\\x{2d}<p{L}>]', ''],
    ['\\p{L}\\P{N}]', '[<p{L}><P{N}>]', ''],
    ['😀-😂]', '[\\x{1f600}-\\x{1f602}]', ''],
  ])('[%s', (text, translated, rest) => {
    expect(read(text, readClass)).toEqual([translated, rest])
  })

  test.each([
    ['', 'has a [ without a ]'],
    ['a-', 'has a [ without a ]'],
    ['^a', 'has a [ without a ]'],
    ['b-a]', 'has a range in a class out of order'],
    ['a-\\n]', 'has a range in a class out of order'],
    ['\\', 'ends too early'],
    ['\\z]', 'has an unknown escape \\z'],
    ['\\B]', 'has an unknown escape \\B'],
  ])('[%s is refused', (text, message) => {
    expect(() => read(text, readClass)).toThrow(new SyntaxError(message))
  })
})

const spaces = '\t\n\v\f\r \u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
const around =
  '\b\u000e\u001f!\u009f\u00a1\u167f\u1681\u1fff\u200b\u2027\u202a\u202e\u2030\u205e\u2060\u2fff\u3001\ufefe\uff00'

test('white space is that of ECMA-262', () => {
  const isIn = (set: string, character: string) =>
    new RegExp(set.replaceAll(/\\x\{(\w+)\}/g, '\\u{$1}'), 'u').test(character)
  const [space] = read('s', readEscape)
  const [other] = read('S', readEscape)
  expect(Array.from(spaces, (each) => [isIn(space, each), isIn(other, each)])).toEqual(
    Array.from(spaces, () => [true, false]),
  )
  expect(Array.from(around, (each) => [isIn(space, each), isIn(other, each)])).toEqual(
    Array.from(around, () => [false, true]),
  )
})

describe('a reader', () => {
  test('takes what comes next, and nothing else', () => {
    const reader = new PatternReader('ab😀c', String)
    expect([reader.take('b'), reader.position, reader.take('a'), reader.position]).toEqual([false, 0, true, 1])
    expect([reader.peek('b😀'), reader.peek('a'), reader.rest(1), reader.rest(0)]).toEqual([true, false, 'b', ''])
    reader.skip(1)
    expect([reader.next(), reader.position, reader.isAtEnd]).toEqual([0x1f600, 4, false])
    expect([reader.next(), reader.isAtEnd, reader.rest(9)]).toEqual([0x63, true, ''])
    expect(() => reader.next()).toThrow(new SyntaxError('ends too early'))
  })

  test('says what is missing where something has to come', () => {
    const reader = new PatternReader('ab', String)
    reader.expect('a', 'has no a')
    expect(() => reader.expect('c', 'has no c')).toThrow(new SyntaxError('has no c'))
    expect(reader.position).toBe(1)
  })

  test('takes the last character of the first plane as one unit', () => {
    const reader = new PatternReader('\uffffa', String)
    expect([reader.next(), reader.position]).toEqual([0xffff, 1])
  })
})
