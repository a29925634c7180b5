import { describe, expect, test } from 'vitest'
import { compiles, measureRegExp, repeatsGroup } from './measure-regexp.js'

describe('the size of an expression', () => {
  test.each([
    ['', 0],
    ['a', 1],
    ['abc', 3],
    ['a\nb', 3],
    ['\\d\\x', 2],
    ['[a-z]b', 2],
    ['[\\]a]b', 2],
    ['[]b', 2],
    ['^a$', 3],
    ['a|b', 4],
    ['a*', 3],
    ['a+', 4],
    ['a?', 2],
    ['ab?', 3],
    ['a+?', 4],
    ['a{3}', 3],
    ['a{3}?', 3],
    ['a{3,}', 6],
    ['a{2,4}', 6],
    ['a{0,2}', 4],
    ['a{2', 3],
    ['a{,2}', 5],
    ['(ab)', 2],
    ['(ab){3}', 6],
    ['c(ab){3}d', 8],
    ['(a|b)+', 10],
    ['((ab){2}c){3}', 15],
    ['(?=ab)c', 3],
    ['(?<!ab)c', 3],
    ['(?<name>ab)c', 3],
    ['(?:ab)c', 3],
    ['(a)\\1', 2],
  ])('%j', (source, size) => {
    expect(measureRegExp(source).size).toBe(size)
  })
})

describe('the depth of an expression', () => {
  test.each([
    ['a', 0],
    ['(a)(b)', 1],
    ['((a)b)c', 2],
    ['(a)((b(?:c)))', 3],
    ['\\(a', 0],
    ['[(]', 0],
    ['[\\](]', 0],
  ])('%s', (source, depth) => {
    expect(measureRegExp(source).depth).toBe(depth)
  })
})

describe('a reference back', () => {
  test.each(['(a)\\1', '(?<x>a)\\k<x>', '(a)\\1b', '\\9'])('is in %s', (source) => {
    expect(measureRegExp(source).hasReference).toBe(true)
  })

  test.each(['a', '(a)\\0', '\\d', '\\\\1', '[\\1]', '\\k'])('is not in %s', (source) => {
    expect(measureRegExp(source).hasReference).toBe(false)
  })
})

test.each([
  ['(a)*', true],
  ['(a)+b', true],
  ['(a){2}', true],
  ['(a)?', false],
  ['(a)b*', false],
  ['a+', false],
])('a group is repeated in %s: %s', (source, expected) => {
  expect(repeatsGroup(source)).toBe(expected)
})

test.each([
  ['a', '', true],
  ['\\-', '', true],
  ['\\-', 'u', false],
  ['(', '', false],
  ['[\\p{L}--[a-z]]', 'v', true],
  ['[\\p{L}--[a-z]]', 'u', false],
])('%s with the flags "%s" compiles: %s', (source, flags, expected) => {
  expect(compiles(source, flags)).toBe(expected)
})
