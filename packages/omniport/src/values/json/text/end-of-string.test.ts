import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endOfString } from './end-of-string.js'

describe('the end of a string', () => {
  test.each([
    ['""', 1, 1],
    ['"a"', 1, 2],
    ['"a","b"', 1, 2],
    ['"a","b"', 5, 6],
    ['"\\""', 1, 3],
    ['"\\\\"', 1, 3],
    ['"\\\\\\""', 1, 5],
    ['"a\\\\","', 1, 4],
    ['"abc', 1, 4],
    ['"abc\\"', 1, 6],
    ['"', 1, 1],
  ])('in %s from %i is at %i', (text, from, end) => {
    expect(endOfString(text, from)).toBe(end)
  })

  // A loop finds the end of short strings, and another search that of long ones.
  test.each([44, 45, 46, 47, 48, 49, 50, 51, 100])('is found behind %i characters', (length) => {
    const before = 'x'.repeat(length)
    const ends = ['"', '\\""', '\\\\"', '\\\\\\""', '\\"\\"x"'].map((rest) => [
      endOfString(`"${before}${rest},"`, 1),
      length + rest.length,
    ])
    expect(ends.map(([found]) => found)).toEqual(ends.map(([, expected]) => expected))
    expect([endOfString(`"${before}`, 1), endOfString(`"${before}\\"`, 1)]).toEqual([length + 1, length + 3])
  })

  test('is where JSON ends it', () => {
    const unit = fc.constantFrom('a', '"', '\\', '\\\\', 'é')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 120 }), fc.string({ unit, maxLength: 5 }), (value, rest) => {
        const text = JSON.stringify(value)
        expect(endOfString(text + rest, 1)).toBe(text.length - 1)
      }),
      { numRuns: 500 },
    )
  })
})
