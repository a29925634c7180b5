import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { boundPattern } from './bounded-pattern.js'
import { parseRegExp } from './parse-regexp.js'
import { createProgram } from './regexp-program.js'
import { charactersOf, search } from './run-program.js'

/** Counts the steps of a match. */
function counter() {
  let used = 0
  return {
    consume(count: number) {
      used += count
    },
    get used() {
      return used
    },
  }
}

/** The steps of a match in one reading, and whether it was one. */
function steps(source: string, text: string, lenient: boolean): readonly [number, boolean] {
  const syntax = parseRegExp(source)
  const counted = counter()
  const characters = charactersOf(text, syntax.isUnicode)
  const isMatch = search(createProgram(syntax), { characters, steps: counted, lenient })
  return [counted.used, isMatch]
}

describe('a pattern', () => {
  test.each(['^a+$', '^(a)?$', '^([a-z]+-)*[a-z]+$', '(ab)+'])(
    'that is not exponential needs no bounds: %s',
    (source) => {
      expect([boundPattern(source), boundPattern(source)]).toEqual([undefined, undefined])
    },
  )

  test('that is exponential is bounded, once', () => {
    const pattern = boundPattern('^(a+)+$')
    expect(pattern?.source).toBe('^(a+)+$')
    expect(boundPattern('^(a+)+$')).toBe(pattern)
  })

  test.each([
    ['^(a+)+b{30000}$', 'is too large'],
    ['^(a+\\1?)+(b)$', 'has a back reference'],
    ['^([\\p{L}--[a-z]]+)+$', 'is not valid without the flag v'],
  ])('that cannot be bounded is refused each time: %s', (source, message) => {
    expect(() => boundPattern(source)).toThrow(new SyntaxError(message))
    expect(() => boundPattern(source)).toThrow(new SyntaxError(message))
  })

  test('is forgotten when there were many others', () => {
    const pattern = boundPattern('^(b+)+$')
    for (let index = 0; index < 1_000; index += 1) thrownBy(() => boundPattern(`(${index})*(`))
    const again = boundPattern('^(b+)+$')
    expect([again?.source, again === pattern]).toEqual(['^(b+)+$', false])
  })
})

describe('a match', () => {
  test.each(['aaa', ''])('takes the steps of what matches as it stands: "%s"', (text) => {
    const counted = counter()
    boundPattern('^(a*)*$')?.match(text, counted)
    expect(counted.used).toBe(steps('^(a*)*$', text, false)[0])
  })

  test.each(['aab', 'AAA', 'b\naaa', 'AAAAAAAA!'])('takes those with flags as well of what does not: %j', (text) => {
    const counted = counter()
    boundPattern('^(a+)+$')?.match(text, counted)
    const [strict, isMatch] = steps('^(a+)+$', text, false)
    const [lenient] = steps('^(a+)+$', text, true)
    expect([isMatch, counted.used, lenient > 3]).toEqual([false, strict + lenient, true])
  })

  test('reads code points of a pattern with the flag u, and code units of others', () => {
    const [unicode, plain] = [counter(), counter()]
    boundPattern('^(😀+)+$')?.match('😀😀', unicode)
    boundPattern('^(a+)+{$')?.match('😀😀', plain)
    expect(unicode.used).toBe(steps('^(😀+)+$', '😀😀', false)[0])
    expect(plain.used).toBe(steps('^(a+)+{$', '😀😀', false)[0] + steps('^(a+)+{$', '😀😀', true)[0])
  })
})
