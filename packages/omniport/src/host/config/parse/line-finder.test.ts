import { expect, test } from 'vitest'
import { createLineFinder } from './line-finder.js'

/** The line of each offset, the one behind the text included. */
function linesOf(text: string): string {
  const lineAt = createLineFinder(text)
  return Array.from({ length: text.length + 1 }, (_, offset) => lineAt(offset)).join('')
}

test.each([
  ['', '1'],
  ['ab', '111'],
  ['a\nb', '1122'],
  ['\n\nx\n', '12334'],
  ['a\r\nb', '11122'],
  ['a\nb\nc\nd\ne', '1122334455'],
])('the offsets in %j are on the lines %s', (text, lines) => {
  expect(linesOf(text)).toBe(lines)
})
