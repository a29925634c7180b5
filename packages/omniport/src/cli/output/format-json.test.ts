import { expect, test } from 'vitest'
import { formatJson } from './format-json.js'

test.each([
  ['what a terminal obeys', '\u001b[2J\u009b2J\u007f', String.raw`\u001b[2J\u009b2J\u007f`],
  ['a turned direction', '\u202etxt', String.raw`\u202etxt`],
  ['what cannot be seen', 'a\u200bb\u{e0041}\ufe0f\u3164', String.raw`a\u200bb\udb40\udc41\ufe0f\u3164`],
  ['ends of lines', 'a\nb\u2028c', String.raw`a\nb\u2028c`],
  ['letters of any language, as they are', 'Grüße 日本 👩\u200d💻 ❤\ufe0f', 'Grüße 日本 👩\u200d💻 ❤\ufe0f'],
])('prints %s, and means the same', (_name, text, printed) => {
  expect(formatJson({ [text]: [text] })).toBe(`{"${printed}":["${printed}"]}`)
  expect(JSON.parse(formatJson({ [text]: [text] }))).toEqual({ [text]: [text] })
})

test('indents', () => {
  expect(formatJson({ a: ['\u202e'] }, 2)).toBe('{\n  "a": [\n    "\\u202e"\n  ]\n}')
})
