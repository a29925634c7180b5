import { expect, test } from 'vitest'
import { pluralize } from './pluralize.js'

test.each([
  [0, 'tool', '0 tools'],
  [1, 'tool', '1 tool'],
  [2, 'tool', '2 tools'],
  [1, 'property', '1 property'],
  [2, 'property', '2 properties'],
  [2, 'yard', '2 yards'],
])('%i %s', (count, noun, text) => {
  expect(pluralize(count, noun)).toBe(text)
})
