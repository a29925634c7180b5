import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { codePoint } from '#test/support/code-point.js'
import { exceedsDepth } from '../../../values/json/text/exceeds-depth.js'
import { parseLine } from './message-reader.js'

const bounds = { jsonDepth: 64, jsonNodes: 100 }

test('any JSON value is read as JSON.parse reads it', () => {
  verifies('BASE-17')
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: codePoint }), (value) => {
      const text = JSON.stringify(value)
      expect(parseLine(Buffer.from(text), { jsonDepth: 64, jsonNodes: 100_000 }).value).toEqual(JSON.parse(text))
    }),
  )
})

test('a line of spaces is nothing', () => {
  expect(parseLine(Buffer.from(' \t '), bounds).value).toBe(undefined)
})

const tooDeep = 'Invalid message: it nests deeper than 4 levels (limits.jsonDepth)'

test.each([
  ['text', Buffer.from('hello'), { code: -32700, message: 'Parse error: the line is not JSON' }],
  ['half a message', Buffer.from('{"jsonrpc":"2.0"'), { code: -32700, message: 'Parse error: the line is not JSON' }],
  [
    'bytes that are not UTF-8',
    Buffer.from([0x22, 0xff, 0x22]),
    { code: -32700, message: 'Parse error: the line is not UTF-8' },
  ],
  [
    'half a character',
    Buffer.from('"é"').subarray(0, 2),
    { code: -32700, message: 'Parse error: the line is not UTF-8' },
  ],
  ['nesting, without id', Buffer.from('[[[[[]]]]]'), { code: -32600, message: tooDeep, id: null, shape: 'request' }],
  [
    'a request that nests',
    Buffer.from('{"jsonrpc":"2.0","id":7,"method":"m","params":{"id":8,"a":[[[]]]}}'),
    { code: -32600, message: tooDeep, id: 7, shape: 'request' },
  ],
  [
    'an answer that nests, its id last',
    Buffer.from('{"result":{"method":[[[{}]]]},"jsonrpc":"2.0","id":"a\\"b"}'),
    { code: -32600, message: tooDeep, id: 'a"b', shape: 'response' },
  ],
  [
    'nesting with an id that is none',
    Buffer.from('{"id":1.5,"method":"m","params":[[[[]]]]}'),
    { code: -32600, message: tooDeep, id: null, shape: 'request' },
  ],
])('%s is refused', (_, line, error) => {
  verifies('BASE-17')
  expect(() => parseLine(line, { ...bounds, jsonDepth: 4 })).toThrow(expect.objectContaining(error))
})

test('a hundred thousand levels are refused like five', () => {
  const line = Buffer.from(`{"id":1,"method":"m","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
  expect(() => parseLine(line, bounds)).toThrow(expect.objectContaining({ code: -32600, id: 1 }))
})

test('more values than may be are refused, with the id', () => {
  const line = Buffer.from(`{"params":{"a":[${'0,'.repeat(98)}0]},"id":1,"method":"m"}`)
  const message = 'Invalid message: it holds more than 100 values (limits.jsonNodes)'
  expect(() => parseLine(line, bounds)).toThrow(expect.objectContaining({ code: -32600, message, id: 1 }))
  expect(parseLine(line, { ...bounds, jsonNodes: 103 }).value).toMatchObject({ id: 1 })
})

test('depth is what the arrays and objects of a value have, whatever its strings look like', () => {
  const tricky = fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', 'a', 'é'), maxLength: 120 })
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: codePoint }), tricky, fc.nat({ max: 8 }), (value, text, limit) => {
      const nested = [text, value, { [text]: text }]
      expect(exceedsDepth(JSON.stringify(nested), limit)).toBe(depthOf(nested) > limit)
    }),
  )
})

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}
