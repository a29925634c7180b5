import { describe, expect, test } from 'vitest'
import { assertUnicodeProperty } from './assert-unicode-property.js'
import { matches } from './fixtures/matches.js'
import { assertPattern, LookaroundError, translatePattern } from './translate-pattern.js'

const translate = (pattern: string) => translatePattern(pattern, assertUnicodeProperty)

const unsupported = 'uses lookaround, which is supported as (?= or (?! directly after a leading ^ only'

describe('the size of a pattern', () => {
  test.each([
    ['', 2],
    ['a', 3],
    ['abc', 5],
    ['^a$', 5],
    ['a*', 4],
    ['a|b', 5],
    ['(a)', 5],
    ['(?:ab)+', 7],
    ['a{3}', 8],
    ['a{2,}', 6],
    ['a{2,4}', 10],
    ['a{0}', 4],
    ['a{0,0}', 4],
    ['(a{3}){2}', 20],
    ['^(?=abcd)b', 6],
    ['^(?=a)bcdef', 7],
    ['^(?!a)(?=abcdef)b', 8],
  ])('%s', (pattern, size) => {
    expect(translate(pattern).size).toBe(size)
  })

  test('is five thousand at most', () => {
    const most = 'a{1000}b{1000}c{499}'
    expect(translate(most).size).toBe(5_000)
    expect(() => translate(`${most}d`)).toThrow(new SyntaxError('is larger than 5000 states'))
    expect(() => translate(`^(?=${most}d)`)).toThrow(new SyntaxError('is larger than 5000 states'))
  })
})

describe('the limits of a pattern', () => {
  test.each<readonly [name: string, most: string, over: string, message: string]>([
    ['its length', `a{900}${'[aaaaaaaa]'.repeat(409)}`, 'a'.repeat(4_097), 'is longer than 4096 characters'],
    ['one count', 'a{1000}', 'a{1001}', 'repeats a part more than 1000 times'],
    ['a least count', 'a{1000,}', 'a{1001,}', 'repeats a part more than 1000 times'],
    ['counts in counts', '((a{10}b{5}){10}){10}', '((a{10}b{5}){10}){11}', 'repeats a part more than 1000 times'],
    [
      'groups in groups',
      `${'('.repeat(50)}${')'.repeat(50)}`,
      `${'('.repeat(51)}${')'.repeat(51)}`,
      'has groups deeper than 50 levels',
    ],
    [
      'groups in a lookahead',
      `^(?=${'('.repeat(49)}${')'.repeat(49)})`,
      `^(?=${'('.repeat(50)}${')'.repeat(50)})`,
      'has groups deeper than 50 levels',
    ],
  ])('%s', (_name, most, over, message) => {
    expect(translate(most).tests.length).toBeGreaterThan(0)
    expect(() => translate(over)).toThrow(new SyntaxError(message))
  })

  test('a pattern of 4096 characters is read', () => {
    expect(translate(`${'a'.repeat(4_095)}*`).size).toBe(4_098)
  })
})

describe('a pattern is refused', () => {
  test.each([
    ['^+', 'repeats ^, which has no length'],
    ['a$?', 'repeats $, which has no length'],
    ['\\b{2}', 'repeats \\b, which has no length'],
    ['\\B*', 'repeats \\B, which has no length'],
    ['+', 'has *, + or ? without anything to repeat'],
    ['a|?', 'has *, + or ? without anything to repeat'],
    ['(*a)', 'has *, + or ? without anything to repeat'],
    ['a+?+', 'repeats a repetition'],
    ['a?{2,3}', 'repeats a repetition'],
    ['a{2}{3,}', 'repeats a repetition'],
    ['a{3,2}', 'has the counts of {3,2} out of order'],
    ['a)', 'has a ) without a ('],
    ['^(?=a', 'has a ( without a )'],
    ['(a|b', 'has a ( without a )'],
    ['(?', 'has a group of an unknown kind'],
    ['(?<1a>b)', 'has a group of an unknown kind'],
    ['(?<a', 'has a group of an unknown kind'],
    ['(?-i:a)', 'has a group of an unknown kind'],
  ])('%s', (pattern, message) => {
    expect(() => translate(pattern)).toThrow(new SyntaxError(message))
  })

  test.each(['a(?=b)', '(?!a)b', '(?<=a)b', 'a(?<!b)', '^(?=a)b|c', '(^(?=a)b)', '^a(?=b)', '^(?<=a)b', '|(?=a)'])(
    '%s, whose lookaround RE2 does not have',
    (pattern) => {
      expect(() => translate(pattern)).toThrow(LookaroundError)
      expect(() => translate(pattern)).toThrow(unsupported)
    },
  )
})

describe('a pattern is found', () => {
  test.each<readonly [pattern: string, matching: readonly string[], others: readonly string[]]>([
    ['^(?:a)b', ['ab'], ['b', 'xab']],
    ['^(?=a)(?!ab)..', ['ac', 'acd'], ['ab', 'a', 'bac']],
    ['^(?=a|b)..$', ['ac', 'bc'], ['cc', 'xa']],
    ['^{a', ['{a'], ['a']],
    ['a{2}?b', ['aab'], ['ab']],
    ['^a{2,2}$', ['aa'], ['a', 'aaa']],
    ['^a{2}{$', ['aa{'], ['a{', 'aa']],
    ['^(?<n$1_>a)(?<$>b)(?<_>c)$', ['abc'], ['ab']],
    ['^(a|b)|c$', ['ax', 'bx', 'xc'], ['xa', 'cx']],
    ['(?:)', ['', 'a'], []],
    ['^a??$', ['', 'a'], ['aa']],
    ['^a*?b+?$', ['b', 'aabb'], ['a']],
  ])('%s', (pattern, matching, others) => {
    expect([...matching, ...others].filter((text) => matches(pattern, text))).toEqual(matching)
  })
})

describe('before anything is loaded that runs it, a pattern', () => {
  test.each(['^a+$', '^(?=a)b', '(?<=a)b', '(?=a)b{4999}', '(?=a)\\-', '(?=a)[\\p{L}]', 'a(?=b)|c', '\\p{Lu}'])(
    'may be %s',
    (pattern) => {
      expect(assertPattern(pattern)).toBe(undefined)
    },
  )

  test.each([
    ['(a)\\1', 'uses a backreference, which is not supported'],
    ['(a)(?=b)\\1', 'has a back reference'],
    ['(?=a)b{5000}', 'is larger than 5000 states'],
    ['(?=a)*+', 'is not valid without the flag v'],
    ['(?=a)[\\p{L}--[a-z]]', 'is not valid without the flag v'],
    ['\\p{ID_Start}', 'uses a Unicode property that is not supported, \\p{ID_Start}'],
    ['a'.repeat(4_097), 'is longer than 4096 characters'],
  ])('is refused that is %s', (pattern, message) => {
    expect(() => assertPattern(pattern)).toThrow(new SyntaxError(message))
  })
})
