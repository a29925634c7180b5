import { expect, test } from 'vitest'
import { decodeAscii } from './decode-ascii.js'

test.each([
  ['api%5Fkey%5f%41', 'api_key_A'],
  ['%2541', '%41'],
  ['%C3%A4%zz%4', '%C3%A4%zz%4'],
  ['ä', 'ä'],
])('%s is %s', (text, expected) => {
  expect(decodeAscii(text)).toBe(expected)
})
