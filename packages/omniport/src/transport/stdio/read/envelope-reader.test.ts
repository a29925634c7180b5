import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { EnvelopeReader } from './envelope-reader.js'

const id = fc.oneof(fc.string(), fc.maxSafeInteger())
const value = fc.jsonValue({ maxDepth: 3 })

test('the id and the shape are found, wherever they stand and however the text is cut', () => {
  const members = fc.oneof(
    fc.record({ id, method: fc.string(), params: value, id_: value }),
    fc.record({ id, result: value, method_: value }),
    fc.record({ id, error: value, ' id': id }),
  )
  fc.assert(
    fc.property(members, fc.array(fc.nat({ max: 100 })), fc.boolean(), (message, cuts, reversed) => {
      const entries = Object.entries(message)
      const text = JSON.stringify(Object.fromEntries(reversed ? entries.reverse() : entries), null, cuts.length % 3)
      const { id: found, shape } = readIn(Buffer.from(text), cuts)
      expect({ found, shape }).toEqual({ found: message.id, shape: 'method' in message ? 'request' : 'response' })
    }),
  )
})

test.each([
  ['a batch', '[{"id":1,"method":"m"}]', null],
  ['an object that neither asks nor answers', '{"id":1}', null],
  ['a message without id', '{"method":"m"}', null],
  ['a message that was cut off before its id', '{"method":"m","params":{"id":1', null],
  ['an id too long to be one', `{"method":"m","id":"${'x'.repeat(2_000)}"}`, null],
  ['an escaped key', '{"method":"m","\\u0069d":5}', 5],
  ['a key that is too long, before an id', `{"method":"m","${'x'.repeat(2_000)}":1,"id":5}`, 5],
  ['an id behind what is no JSON', '{"method":"m",x:1,"id":5}', null],
  ['an id behind two values', '{"method":"m":1,"id":5}', null],
  ['an id that is no JSON', '{"method":"m","id":x,"id":5}', null],
])('%s', (_, text, expected) => {
  expect(readIn(Buffer.from(text), []).id).toBe(expected)
})

test.each([',', 'x:', '"\\q":', '"":1', '"id":', '[1],'])(
  'of a text of %s no more is parsed than can be JSON',
  (part) => {
    const parse = vi.spyOn(JSON, 'parse')
    try {
      readIn(Buffer.from(`{${part.repeat(1_000)}`), [])
      expect(parse.mock.calls.length).toBeLessThan(3)
    } finally {
      parse.mockRestore()
    }
  },
)

function readIn(text: Buffer, cuts: readonly number[]) {
  const reader = new EnvelopeReader()
  let from = 0
  for (const place of [...cuts].sort((a, b) => a - b)) {
    reader.push(text.subarray(from, place))
    from = Math.max(from, Math.min(place, text.length))
  }
  reader.push(text.subarray(from))
  return reader.refuse('it is a test')
}
