import { expect, test } from 'vitest'
import { cut, truncate } from './truncate.js'

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc…'],
  ['', 0, ''],
  ['a', 0, '…'],
])('%j cut after %i characters is %j', (text, length, expected) => {
  expect(cut(text, length)).toBe(expected)
})

test('a quote is on one line, without marks that change how it is read', () => {
  expect(truncate('a\n\t b\u0000\u202e\u200bc\u00ad\u2028d')).toBe('a b c d')
  expect(truncate('plain, as it is')).toBe('plain, as it is')
})

test('a quote is cut, by default after 128 characters', () => {
  expect([truncate('x'.repeat(128)), truncate('x'.repeat(129)), truncate('x'.repeat(9), 5)]).toEqual([
    'x'.repeat(128),
    `${'x'.repeat(128)}…`,
    'xxxxx…',
  ])
})
