import { expect, test } from 'vitest'
import { formatLine } from './format-line.js'

test.each([
  ['letters of any language stay', 'Grüße 日本 🎉', 'Grüße 日本 🎉'],
  ['ends of lines are shown', 'a\nb\r\tc', 'a\\nb\\r\\tc'],
  ['the escape character is shown', '\u001b[2J', '\\u001b[2J'],
  ['later control characters are shown', '\u009b2J\u007f', '\\u009b2J\\u007f'],
  ['what cannot be seen is shown', 'a\u200bb\u{e0041}c', 'a\\u200bb\\u{e0041}c'],
  ['joined emoji stay', '👩\u200d💻', '👩\u200d💻'],
  ['a turned direction is shown', '\u202etxt', '\\u202etxt'],
])('%s', (_name, text, expected) => {
  expect(formatLine(text)).toBe(expected)
})
