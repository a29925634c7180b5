import { expect, test } from 'vitest'
import { maxQueryTerms, queryTerms } from './search-tools.js'

test('terms are there once each, and words that say nothing are not', () => {
  expect(queryTerms('Please create the issue there, and create a file in it')).toEqual(['creat', 'issu', 'file'])
})

test('where there are only such words, they are looked for', () => {
  expect(queryTerms('what is it?')).toEqual(['what', 'is', 'it'])
})

test('no more than the first terms of the first characters are used', () => {
  const words = Array.from(
    { length: 100 },
    (_, index) => `w${'x'.repeat(index % 7)}z${String.fromCodePoint(97 + (index % 26))}`,
  )
  expect(queryTerms(words.join(' '))).toHaveLength(maxQueryTerms)
  expect(queryTerms(`${' '.repeat(1_000)}late`)).toEqual([])
  expect(queryTerms(`${' '.repeat(996)}late`)).toEqual(['late'])
})
