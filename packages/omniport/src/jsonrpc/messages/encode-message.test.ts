import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { RawJson } from '../../values/json/raw-json.js'
import { cloneMessage } from './clone-message.js'
import { encodeMessage } from './encode-message.js'
import type { RpcMessage, RpcResponse } from './messages.js'

const text = new TextEncoder()
const raw = (json: string) => new RawJson(text.encode(json))
const jsonrpc = '2.0' as const
const error = { code: -32603, message: 'm' }

const encoded: readonly (readonly [string, RpcMessage | readonly RpcMessage[], string])[] = [
  [
    'a request',
    { jsonrpc, id: 1, method: 'a', params: { b: undefined } },
    '{"jsonrpc":"2.0","id":1,"method":"a","params":{}}',
  ],
  ['a notification', { jsonrpc, method: 'a' }, '{"jsonrpc":"2.0","method":"a"}'],
  ['a number as id', { jsonrpc, id: 1, result: {} }, '{"jsonrpc":"2.0","id":1,"result":{}}'],
  ['a string as id', { jsonrpc, id: '1', result: {} }, '{"jsonrpc":"2.0","id":"1","result":{}}'],
  [
    'an id with quotes and half a pair',
    { jsonrpc, id: '"\ud800', result: 0 },
    '{"jsonrpc":"2.0","id":"\\"\\ud800","result":0}',
  ],
  ['a result that is null', { jsonrpc, id: 1, result: null }, '{"jsonrpc":"2.0","id":1,"result":null}'],
  ['a result whose id is null, without id', { jsonrpc, id: null, result: {} }, '{"jsonrpc":"2.0","result":{}}'],
  ['an error', { jsonrpc, id: 1, error }, '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m"}}'],
  [
    'an error whose id is null, without id',
    { jsonrpc, id: null, error },
    '{"jsonrpc":"2.0","error":{"code":-32603,"message":"m"}}',
  ],
  [
    'an error rather than a result',
    { jsonrpc, id: 1, result: 1n, error },
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m"}}',
  ],
  [
    'only the members of a response',
    { jsonrpc, id: 1, result: 1, more: 2 } as RpcResponse,
    '{"jsonrpc":"2.0","id":1,"result":1}',
  ],
  [
    'line breaks escaped',
    { jsonrpc, id: 1, result: 'a\nb\r\u2028' },
    '{"jsonrpc":"2.0","id":1,"result":"a\\nb\\r\u2028"}',
  ],
  [
    'a batch',
    [
      { jsonrpc, method: 'a' },
      { jsonrpc, id: 1, result: 1 },
    ],
    '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":1,"result":1}]',
  ],
  [
    'a batch with bytes',
    [
      { jsonrpc, id: 1, result: raw('"ü"') },
      { jsonrpc, id: 2, result: 2 },
    ],
    '[{"jsonrpc":"2.0","id":1,"result":"ü"},{"jsonrpc":"2.0","id":2,"result":2}]',
  ],
  [
    'bytes within a result, parsed',
    { jsonrpc, id: 1, result: { a: raw('[1, 2]') } },
    '{"jsonrpc":"2.0","id":1,"result":{"a":[1,2]}}',
  ],
]

describe('a message', () => {
  test.each(encoded)('is encoded: %s', (_name, message, expected) => {
    verifies('BASE-06', 'BASE-08')
    expect(encodeMessage(message)).toBe(expected)
  })

  test.each(encoded)('is cloned to what its text reads as: %s', (_name, message, expected) => {
    expect(cloneMessage(message)).toEqual(JSON.parse(expected))
  })
})

test('the bytes of a result are written through as they are, never parsed', () => {
  verifies('BASE-17')
  const written = encodeMessage({ jsonrpc, id: 'ü', result: raw('{ "not parsed": ü') })
  expect(written).toEqual(text.encode('{"jsonrpc":"2.0","id":"ü","result":{ "not parsed": ü}'))
})

test('the bytes of a result whose id is null are written without id', () => {
  expect(encodeMessage({ jsonrpc, id: null, result: raw('1') })).toEqual(text.encode('{"jsonrpc":"2.0","result":1}'))
})

const cycle: { self?: unknown } = {}
cycle.self = cycle

let deep: unknown = 1
for (let level = 0; level < 100_000; level += 1) deep = [deep]

const refused: readonly (readonly [string, RpcMessage])[] = [
  ['a BigInt in a result', { jsonrpc, id: 1, result: { n: 1n } }],
  ['a cycle in a result', { jsonrpc, id: 1, result: cycle }],
  ['a BigInt in params', { jsonrpc, id: 1, method: 'a', params: { n: 1n } }],
  ['a cycle in the params of a notification', { jsonrpc, method: 'a', params: { cycle } }],
  ['a BigInt in the data of an error', { jsonrpc, id: 1, error: { ...error, data: 1n } }],
  ['params that nest 100,000 deep', { jsonrpc, id: 1, method: 'a', params: { deep } }],
  ['a result that nests 100,000 deep', { jsonrpc, id: 1, result: { deep } }],
  ['the data of an error that nests 100,000 deep', { jsonrpc, id: 1, error: { ...error, data: deep } }],
  ['a result that is undefined', { jsonrpc, id: 1, result: undefined }],
  ['a result that is a function', { jsonrpc, id: 1, result: () => 1 }],
  ['a result that is a symbol', { jsonrpc, id: 1, result: Symbol('a') }],
]

describe.each([
  ['encodeMessage', encodeMessage],
  ['cloneMessage', cloneMessage],
])('%s refuses', (_name, write) => {
  test.each(refused)('%s', (_row, message) => {
    expect(() => write(message)).toThrow(TypeError)
    expect(() => write([{ jsonrpc, method: 'a' }, message])).toThrow(TypeError)
  })
})

describe('encodeMessage says', () => {
  test.each([
    ['undefined', undefined],
    ['function', () => 1],
    ['symbol', Symbol('a')],
  ])('that a result is no JSON value but %s', (type, result) => {
    const expected = new TypeError(`A result must be a JSON value, got ${type}`)
    expect(() => encodeMessage({ jsonrpc, id: 1, result })).toThrow(expected)
  })

  test('what the engine says of a value that nests too deep, and keeps that as the cause', () => {
    const cause = thrownBy(() => JSON.stringify({ deep })) as Error
    const reason = thrownBy(() => encodeMessage({ jsonrpc, id: 1, result: { deep } })) as Error
    expect(cause).toBeInstanceOf(RangeError)
    expect(reason).toEqual(
      new TypeError(`JSON cannot carry what nests so deep or is so long: ${cause.message}`, { cause }),
    )
    expect(reason.cause).toBeInstanceOf(RangeError)
  })

  test('of a cycle what the engine says', () => {
    const reason = thrownBy(() => JSON.stringify({ cycle }))
    expect(thrownBy(() => encodeMessage({ jsonrpc, method: 'a', params: { cycle } }))).toEqual(reason)
  })
})

test('a clone shares nothing with its message', () => {
  const params = { list: [1] }
  const [request, [response]] = [
    cloneMessage({ jsonrpc, method: 'a', params }) as { params: typeof params },
    cloneMessage([{ jsonrpc, id: null, result: params }]) as [{ result: typeof params }],
  ]
  params.list.push(2)
  expect([request.params, response.result]).toEqual([{ list: [1] }, { list: [1] }])
})
