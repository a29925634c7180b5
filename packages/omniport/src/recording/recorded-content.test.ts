import { describe, expect, test } from 'vitest'
import { recordBody, recordEvent, recordLine } from './recorded-content.js'
import { SecretMarks } from './secret-marks.js'
import type { RawContent } from './split-content.js'

const secret = 'secret-0123456789'
const encode = (text: string) => new TextEncoder().encode(text)
const options = (isHidden = false) => ({ marks: new SecretMarks([secret]), isHidden })

function raw(content: string | Uint8Array, more: Partial<RawContent> = {}): RawContent {
  const bytes = typeof content === 'string' ? encode(content) : content
  return { bytes, total: bytes.length, isLast: false, ...more }
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
const message = JSON.parse(ping) as object

describe('a line', () => {
  test.each<[what: string, content: RawContent, frame: object]>([
    ['that ends with a line feed has no frame', raw(ping), {}],
    ['that ends with a return as well has it in its frame', raw(`${ping}\r`), { frame: ['', '\r\n'] }],
    ['that the end of the stream ends has an empty frame', raw(ping, { isLast: true }), { frame: ['', ''] }],
    ['that a return and the end of the stream end', raw(`${ping}\r`, { isLast: true }), { frame: ['', '\r'] }],
  ])('%s', (_what, content, frame) => {
    expect(recordLine(content, options())).toEqual({ members: { bytes: 40, message, ...frame }, json: ping })
  })

  test('that was cut ends where it was cut', () => {
    expect(recordLine(raw('ab\r', { total: 9 }), options())).toEqual({
      members: { bytes: 9, cut: true, text: 'ab\r' },
      json: undefined,
    })
  })
})

test.each(['"a {"', '5', 'null', 'x [1]', '{', '{} x', ' {x}'])('%j is no message, and recorded as text', (text) => {
  const bytes = encode(text)
  expect(recordBody({ bytes, total: bytes.length }, options())).toEqual({
    members: { bytes: text.length, text },
    json: undefined,
  })
})

test('a message may have spaces around it', () => {
  const bytes = encode(' \n {"a":1} ')
  expect(recordBody({ bytes, total: bytes.length }, options())).toEqual({
    members: { bytes: 11, message: { a: 1 } },
    json: '{"a":1}',
  })
})

describe('an event', () => {
  test.each<[what: string, text: string, members: object, json: string | undefined]>([
    ['of one line', `data: ${ping}\n\n`, { bytes: 40, message, frame: ['data: ', '\n\n'] }, ping],
    ['without a space', `data:${ping}\n\n`, { bytes: 40, message, frame: ['data:', '\n\n'] }, ping],
    [
      'with fields around its data',
      `id: 5\r\ndata: ${ping}\r\nretry: 1\r\n\r\n`,
      { bytes: 40, message, frame: ['id: 5\r\ndata: ', '\r\nretry: 1\r\n\r\n'] },
      ping,
    ],
    [
      'with a secret in another field',
      `id: ${secret}\ndata: ${ping}\n: ${secret}\n\n`,
      { bytes: 40, message, frame: ['id: [secret 1]\ndata: ', '\n: [secret 1]\n\n'] },
      ping,
    ],
    [
      'of several lines of data',
      'data: {"a":\ndata: 1}\n\n',
      { bytes: 8, message: { a: 1 }, text: 'data: {"a":\ndata: 1}\n\n' },
      '{"a":1}',
    ],
    [
      'of several lines, with a secret',
      `id: ${secret}\ndata: {"a":\ndata: 1}\n\n`,
      { bytes: 8, message: { a: 1 }, text: 'id: [secret 1]\ndata: {"a":\ndata: 1}\n\n' },
      '{"a":1}',
    ],
    ['whose data is no message', 'data: x\n\n', { bytes: 9, text: 'data: x\n\n' }, undefined],
    ['without data', ': wait\n\n', { bytes: 8, text: ': wait\n\n' }, undefined],
    ['whose data has no line break', `data: ${ping}`, { bytes: 46, text: `data: ${ping}` }, undefined],
  ])('%s', (_what, text, members, json) => {
    expect(recordEvent(raw(text), options())).toEqual({ members, json })
  })

  test('that was cut is the start of a text', () => {
    expect(recordEvent(raw(`data: ${ping}\n\n`, { total: 99 }), options()).members).toEqual({
      ...{ bytes: 99, cut: true, text: `data: ${ping}\n\n` },
    })
  })

  test('of several lines has no text where values are hidden', () => {
    expect(recordEvent(raw('data: {"id":1,\ndata: "params":{}}\n\n'), options(true)).members).toEqual({
      ...{ bytes: 21, hidden: true, message: { id: 1 } },
    })
  })

  test('keeps its fields where values are hidden', () => {
    expect(recordEvent(raw(`id: 5\ndata: ${ping}\n\n`), options(true)).members).toEqual({
      ...{ bytes: 40, hidden: true, message, frame: ['id: 5\ndata: ', '\n\n'] },
    })
  })
})

describe('a body', () => {
  test.each<[what: string, content: string | Uint8Array, members: object]>([
    ['of text', `a ${secret}`, { bytes: 19, text: 'a [secret 1]' }],
    ['with a mark of the order of bytes', '\ufeffa', { bytes: 4, text: '\ufeffa' }],
    ['that is not UTF-8', Uint8Array.of(0xff, 0x61), { bytes: 2, base64: '/2E=' }],
    [
      'that is not UTF-8, with a secret',
      Uint8Array.of(...encode(secret), 0xff),
      { bytes: 18, text: '[secret 1]\ufffd' },
    ],
    ['of JSON that is no message', '5', { bytes: 1, text: '5' }],
    ['of JSON that is broken', '{"a"', { bytes: 4, text: '{"a"' }],
    ['of JSON over lines', '{"a":\n1}', { bytes: 8, message: { a: 1 }, text: '{"a":\n1}' }],
    ['of JSON with a secret', `{"a":"${secret}"}`, { bytes: 25, message: { a: '[secret 1]' } }],
    ['of JSON over lines with a secret', `{"a":\n"${secret}"}`, { bytes: 26, message: { a: '[secret 1]' } }],
    ['of a batch', '[{"a":1}]', { bytes: 9, message: [{ a: 1 }] }],
    ['of letters that need more bytes', '{"a":"ü"}', { bytes: 10, message: { a: 'ü' } }],
  ])('%s', (_what, content, members) => {
    expect(recordBody(raw(content), options()).members).toEqual(members)
  })

  test('stays as it was written, without the spaces around it', () => {
    expect(recordBody(raw(' \n{ "a": 1.0 }\n'), options())).toEqual({
      members: { bytes: 15, message: { a: 1 } },
      json: '{ "a": 1.0 }',
    })
  })

  test('that is clean but escaped stays what it is', () => {
    expect(recordBody(raw('{"a":"\\n"}'), options())).toEqual({
      members: { bytes: 10, message: { a: '\n' } },
      json: '{"a":"\\n"}',
    })
  })

  test.each([
    [1_000, 'message'],
    [1_001, 'text'],
  ])('that nests %i deep has a %s', (depth, member) => {
    const { members } = recordBody(raw('['.repeat(depth) + ']'.repeat(depth)), options())
    expect(Object.keys(members)).toEqual(['bytes', member])
  })

  test('that was cut is recorded to its 65,536th character', () => {
    const { members } = recordBody(raw('x'.repeat(70_000), { total: 80_000 }), options())
    expect([members.bytes, members.text?.length]).toEqual([80_000, 65_536])
  })

  test('that was cut in a letter has a sign there', () => {
    expect(recordBody(raw(encode('aü').subarray(0, 2), { total: 3 }), options()).members.text).toBe('a\ufffd')
  })
})

describe('a body whose values are hidden', () => {
  test.each<[what: string, content: string, members: object]>([
    [
      'is a request without its parameters',
      '{"jsonrpc":"2.0","id":"a","method":"x","params":{"b":1},"extra":2}',
      { message: { jsonrpc: '2.0', id: 'a', method: 'x' } },
    ],
    [
      'is a result without what is in it',
      '{"jsonrpc":"2.0","id":1,"result":{"b":1}}',
      { message: { jsonrpc: '2.0', id: 1, result: {} } },
    ],
    ['is a result that is no object', '{"id":null,"result":5}', { message: { id: null, result: {} } }],
    [
      'is an error with its code',
      '{"id":1,"error":{"code":-5,"message":"secret","data":1}}',
      { message: { id: 1, error: { code: -5, message: 'hidden' } } },
    ],
    [
      'is an error whose code is no number',
      '{"error":{"code":"x"}}',
      { message: { error: { code: 0, message: 'hidden' } } },
    ],
    ['leaves out what has another type', '{"jsonrpc":"1.0","id":{},"method":5,"error":"x"}', { message: {} }],
    ['is a batch, part by part', '[{"id":1,"a":2},5]', { message: [{ id: 1 }, null] }],
    ['has no text', 'the text', {}],
  ])('%s', (_what, content, members) => {
    expect(recordBody(raw(content), options(true)).members).toEqual({ bytes: content.length, hidden: true, ...members })
  })

  test('has no bytes', () => {
    expect(recordBody(raw(Uint8Array.of(0xff)), options(true)).members).toEqual({ bytes: 1, hidden: true })
  })

  test('has no start where it was cut', () => {
    expect(recordBody(raw('abc', { total: 5 }), options(true)).members).toEqual({ bytes: 5, cut: true, hidden: true })
  })
})
