import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '#test/support/code-point.js'
import { jsonBytes } from '../../memory/json-bytes.js'
import { measureJson } from './measure-json.js'

const bounds = { jsonDepth: 64, jsonNodes: 100_000 }
const long = 'x'.repeat(5_000)

test.each<[string, string, number]>([
  ['a short text, by its characters', '{"a":[1,2]}', 11 * 24],
  ['the longest short text', JSON.stringify('x'.repeat(4_094)), 4_096 * 24],
  ['a long one, by its characters and values', JSON.stringify([long, {}, 'é']), (5_002 + 9) * 2 + 4 * 64],
])('%s', (_name, text, expected) => {
  expect(measureJson(text, bounds)).toBe(expected)
})

test('no value takes more than its text says', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ stringUnit: codePoint })), fc.boolean(), (values, isLong) => {
      const value = [...values, isLong ? long : '']
      // One value of each array and object is not counted by a comma: it is within what its bracket counts.
      expect(measureJson(JSON.stringify(value), bounds)).toBeGreaterThanOrEqual(jsonBytes(value) / 2)
    }),
  )
})

test.each([
  [
    'deeper than it may be',
    '[[[]]]',
    { jsonDepth: 2, jsonNodes: 100 },
    'it nests deeper than 2 levels (limits.jsonDepth)',
  ],
  ['of more values', '[1,1]', { jsonDepth: 2, jsonNodes: 1 }, 'it holds more than 1 values (limits.jsonNodes)'],
  [
    'long, of more values',
    `["${long}",1]`,
    { jsonDepth: 2, jsonNodes: 1 },
    'it holds more than 1 values (limits.jsonNodes)',
  ],
])('a text %s is a RangeError', (_name, text, given, message) => {
  expect(() => measureJson(text, given)).toThrow(new RangeError(message))
})
