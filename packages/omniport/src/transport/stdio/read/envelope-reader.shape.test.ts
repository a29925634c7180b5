import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { EnvelopeReader } from './envelope-reader.js'

function read(text: string) {
  const reader = new EnvelopeReader()
  for (const byte of Buffer.from(text)) reader.push(Uint8Array.of(byte))
  const { id, shape, message } = reader.refuse('it is a test')
  return { id, shape, message }
}

describe('a message that was not parsed', () => {
  test.each([
    ['{"id":1,"method":"m"}', 1, 'request'],
    ['{"method":"m","id":"a"}', 'a', 'request'],
    ['{"id":1,"result":{}}', 1, 'response'],
    ['{"id":1,"error":{}}', 1, 'response'],
    ['{"id":1,"result":{},"method":"m"}', 1, 'request'],
    ['{"id":1,"method":"m","result":{}}', 1, 'request'],
    ['{"id":1,"id":2,"method":"m"}', 2, 'request'],
    [' { "id" : 1 , "method" : "m" } ', 1, 'request'],
  ])('has an id and a kind: %s', (text, id, shape) => {
    expect(read(text)).toEqual({ id, shape, message: 'Invalid message: it is a test' })
  })

  test.each([
    '["id":5,"method":"m"]',
    '[{"id":5,"method":"m"}]',
    '{"id":5}',
    '{"method":"m","x":{"id":5}}',
    '{"method":"m","x":["id",5]}',
    '{"id":1.5,"method":"m"}',
    '{"id":9007199254740992,"method":"m"}',
    '{"id":true,"method":"m"}',
    '{"id":null,"method":"m"}',
    '{"id":{},"method":"m"}',
    '{"id":x,"method":"m"}',
    '{"id":5',
    '"id"',
    '',
  ])('has no id: %s', (text) => {
    expect(read(text)).toMatchObject({ id: null, shape: 'request' })
  })

  test.each([
    ['a quotation mark', '{"x":"\\",\\"id\\":7,","id":1,"method":"m"}'],
    ['a backslash at its end', '{"x":"\\\\","id":1,"method":"m"}'],
    ['two backslashes and a quotation mark', '{"x":"\\\\\\"","id":1,"method":"m"}'],
    ['brackets', '{"x":"}]{[","id":1,"method":"m"}'],
    ['brackets within another value', '{"x":{"y":"}]"},"id":1,"method":"m"}'],
    ['a colon and a comma', '{"x":":,","id":1,"method":"m"}'],
  ])('may have a text with %s', (_name, text) => {
    expect(read(text)).toMatchObject({ id: 1, shape: 'request' })
  })

  test('has an id of at most 1,022 letters', () => {
    const idOf = (length: number) => read(`{"method":"m","id":"${'x'.repeat(length)}"}`).id
    expect([idOf(1_022), idOf(1_023)]).toEqual(['x'.repeat(1_022), null])
  })

  test('has the id that stands in it as text', () => {
    expect(read('{"id":"gr\u00fcn \\u00fc","method":"m"}').id).toBe('gr\u00fcn \u00fc')
  })
})
