import { expect, test } from 'vitest'
import { truncateText } from './truncate-text.js'

test.each([
  ['short', 5, 'short'],
  ['longer', 4, 'long… (2 characters more)'],
  ['👩👩👩', 2, '👩👩… (2 characters more)'],
])('%s of %i is cut', (text, most, expected) => {
  expect(truncateText(text, most)).toBe(expected)
})
