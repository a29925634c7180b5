import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf8Length } from './utf8-length.js'

test('it is the length of what TextEncoder makes of a text, lone surrogates included', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\ud800', '\udc00') }), (text) => {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length)
    }),
  )
})

test.each([
  ['a', 1],
  ['é', 2],
  ['€', 3],
  ['😀', 4],
])('texts longer than 16 KiB are counted whole: %s', (letter, bytes) => {
  const lengths = [16_383, 16_384, 16_385, 100_000].map((count) => utf8Length(letter.repeat(count)))
  expect(lengths).toEqual([16_383 * bytes, 16_384 * bytes, 16_385 * bytes, 100_000 * bytes])
})
