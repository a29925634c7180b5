import { expect, test } from 'vitest'
import { percentEncode } from './percent-encode.js'

test.each([
  ['abc-._~', 'abc-._~'],
  ["/?#[]@!$&'()*+,;=:", "/?#[]@!$&'()*+,;=:"],
  ['a b', 'a%20b'],
  ['é😀', '%C3%A9%F0%9F%98%80'],
  ['<>"{}|\\^`', '%3C%3E%22%7B%7D%7C%5C%5E%60'],
  ['100%', '100%25'],
  ['%zz%2', '%25zz%252'],
  ['%20%c3%A9', '%20%c3%A9'],
  ['%25', '%25'],
  ['%2520', '%2520'],
  ['%5B%5D', '%5B%5D'],
  ['[%5B]', '[%5B]'],
  ['%%20', '%25%20'],
])('%j is %s', (text, encoded) => {
  expect(percentEncode(text)).toBe(encoded)
})

test('half of a pair cannot be encoded', () => {
  expect(() => percentEncode('\ud83d')).toThrow(URIError)
})
