import { expect, test } from 'vitest'
import { wellFormed } from './well-formed.js'

test.each([
  ['a😀é', 'a😀é'],
  ['a\ud83d', 'a\ufffd'],
  ['\ude00a\ud83d\ud83d', '\ufffda\ufffd\ufffd'],
  ['\ud83d\ude00\ude00', '😀\ufffd'],
  ['', ''],
])('%j', (text, expected) => {
  expect(wellFormed(text)).toBe(expected)
})
