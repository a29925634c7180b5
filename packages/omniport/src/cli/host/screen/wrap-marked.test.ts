import { expect, test } from 'vitest'
import { marked, wrapMarked } from './wrap-marked.js'

test('each line of a server is marked, whatever ends it', () => {
  expect(marked('a\r\nb\nc\u2028d\u2029e')).toBe('│ a\n│ b\n│ c\n│ d\n│ e')
})

test.each([
  ['short', 'short'],
  ['', ''],
  ['12345678', '12345678'],
  ['123456789', '12345678\n9'],
  ['│ 123456', '│ 123456'],
  ['│ 123456Server: x', '│ 123456\n│ Server\n│ : x'],
  ['│ 漢字漢字', '│ 漢字漢\n│ 字'],
  ['│ \u{20000}\u{20000}\u{20000}\u{20000}', '│ \u{20000}\u{20000}\u{20000}\n│ \u{20000}'],
  ['a\n│ \nb', 'a\n│ \nb'],
])('%j is broken so that what is marked stays marked', (text, wrapped) => {
  expect(wrapMarked(text, 8)).toBe(wrapped)
})

test('a terminal without room for a letter gets letter by letter', () => {
  expect(wrapMarked('漢字', 1)).toBe('漢\n字')
})
