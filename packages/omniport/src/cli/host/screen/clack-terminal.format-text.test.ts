import { expect, test } from 'vitest'
import { formatText } from './clack-terminal.js'
import { truncateText } from './truncate-text.js'

test.each([
  ['lines stay', 'a\nb\r\nc\u2028d', 'a\nb\nc\nd'],
  ['tabs are room', 'a\tb', 'a  b'],
  ['what returns to the start of the line is shown', 'a\rb', 'a\\rb'],
  ['what steers is shown', '\u001b[1m\n\u0007', '\\u001b[1m\n\\u0007'],
])('%s', (_name, text, expected) => {
  expect(formatText(text)).toBe(expected)
})

test.each([
  ['short', 5, 'short'],
  ['longer', 4, 'long… (2 characters more)'],
  ['👩👩👩', 2, '👩👩… (2 characters more)'],
])('%s of %i is cut', (text, most, expected) => {
  expect(truncateText(text, most)).toBe(expected)
})
