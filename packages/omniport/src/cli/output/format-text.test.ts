import { expect, test } from 'vitest'
import { formatText } from './format-text.js'

test.each([
  ['lines stay', 'a\nb\r\nc\u2028d', 'a\nb\nc\nd'],
  ['tabs are room', 'a\tb', 'a  b'],
  ['what returns to the start of the line is shown', 'a\rb', 'a\\rb'],
  ['what steers is shown', '\u001b[1m\n\u0007', '\\u001b[1m\n\\u0007'],
])('%s', (_name, text, expected) => {
  expect(formatText(text)).toBe(expected)
})
