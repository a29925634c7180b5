import { expect, test } from 'vitest'
import { visible } from './visible.js'

test.each([
  ['a\tb\r\n\n c', 'a b c'],
  ['a\u200Bb', 'aU+200Bb'],
  ['\u001B[31m', 'U+001B[31m'],
  ['\u2028\u2029\u2800\u{E0041}', 'U+2028U+2029U+2800U+E0041'],
  ['\uD800', 'U+D800'],
  ['\uE000', 'U+E000'],
  ['é 你 😀', 'é 你 😀'],
])('%j', (text, shown) => {
  expect(visible(text)).toBe(shown)
})

test('it is cut after so many characters', () => {
  expect(visible('x'.repeat(120))).toBe('x'.repeat(120))
  expect(visible('x'.repeat(121))).toBe(`${'x'.repeat(120)}…`)
  expect(visible('abc', 2)).toBe('ab…')
})
