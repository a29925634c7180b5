import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePoint } from '#test/support/code-point.js'
import { maxWordLength, searchTerms } from './search-terms.js'

describe('terms', () => {
  test.each([
    ['', []],
    ['  --__//  ', []],
    ['create_issue', ['creat', 'issu']],
    ['create-issue', ['creat', 'issu']],
    ['createIssue', ['createissue', 'creat', 'issu']],
    ['CREATE_ISSUE', ['creat', 'issu']],
    ['HTTPServer2', ['httpserver2', 'http', 'server', '2']],
    ['parseHTML', ['parsehtml', 'pars', 'html']],
    ['GitHub', ['github', 'git', 'hub']],
    ['read the files', ['read', 'the', 'file']],
    ["don't", ['don', 't']],
    ['Café Müller', ['cafe', 'muller']],
    ['ПОИСК Ёлка', ['поиск', 'елка']],
    ['ｆｕｌｌ', ['full']],
    ['数据库', ['数据', '据库']],
    ['検', ['検']],
    ['데이터', ['데이', '이터']],
    ['שלום עולם', ['שלום', 'עולם']],
    ['__proto__ constructor', ['proto', 'constructor']],
    ['𠀀𠀁', ['𠀀𠀁']],
  ])('of %j', (text, terms) => {
    expect(searchTerms(text)).toEqual(terms)
  })
})

test('a word that is too long is cut', () => {
  expect(searchTerms('a'.repeat(100_000))).toEqual(['a'.repeat(maxWordLength)])
  expect(searchTerms(`${'a'.repeat(39)}😀b`)).toEqual(['a'.repeat(39), 'b'])
})

test('no text makes a term that is empty, has a space, or is longer than a word', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: codePoint }), fc.string({ unit: 'grapheme' })), (text) => {
      expect(searchTerms(text).filter((term) => !/^\S{1,40}$/u.test(term))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('text that is long takes no longer than its length', { timeout: 5_000 }, () => {
  for (const text of ['A', 'Aa', 'a1', '数', 'ées', '́']) {
    expect(searchTerms(text.repeat(200_000)).length).toBeLessThanOrEqual(maxWordLength + 1)
  }
})
