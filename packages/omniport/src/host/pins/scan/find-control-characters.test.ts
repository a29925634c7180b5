import { expect, test } from 'vitest'
import { findControlCharacters } from './scan-tool.js'

test.each(['', 'a\tb\nc', 'a\r\nb\r\n', 'a\r', 'é\u00A0'])('is no finding: %j', (text) => {
  expect(findControlCharacters(text)).toBeUndefined()
})

test.each([
  ['a\u0008b', 'control characters: U+0008'],
  ['a\u0000b\u007Fc\u0000', 'control characters: U+0000 U+007F'],
  ['a\rb', 'control characters: U+000D'],
  ['\u000B\u000C\u000E\u001F\u0080\u009F', 'control characters: U+000B U+000C U+000E U+001F U+0080 U+009F'],
  ['\u001B[2Ja', 'commands for a terminal: U+001B'],
  ['\u009B2J', 'commands for a terminal: U+009B'],
  ['\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008', /U\+0008$/],
  ['\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u001B', /^commands for a terminal: .*U\+0008 …$/],
])('is one: %j', (text, finding) => {
  expect(findControlCharacters(text)).toEqual(typeof finding === 'string' ? finding : expect.stringMatching(finding))
})
