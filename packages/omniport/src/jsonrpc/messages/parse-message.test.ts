import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { encodeMessage } from './encode-message.js'
import { InvalidMessage, parseMessage } from './parse-message.js'

const valid: readonly (readonly [string, object])[] = [
  ['a request with a number', { jsonrpc: '2.0', id: 1, method: 'a' }],
  ['a request with a string', { jsonrpc: '2.0', id: '1', method: 'a', params: {} }],
  ['a request with an empty string as id', { jsonrpc: '2.0', id: '', method: 'a' }],
  ['a request with 0 and a negative integer as id', { jsonrpc: '2.0', id: -0, method: 'a' }],
  ['the largest safe integer as id', { jsonrpc: '2.0', id: Number.MAX_SAFE_INTEGER, method: 'a' }],
  ['a request with members that are not known', { jsonrpc: '2.0', id: 1, method: 'a', extra: 1, result: 2 }],
  ['an empty method', { jsonrpc: '2.0', id: 1, method: '' }],
  ['a notification', { jsonrpc: '2.0', method: 'a' }],
  [
    'a notification with undefined members, in memory',
    { jsonrpc: '2.0', id: undefined, method: 'a', params: undefined },
  ],
  ['a result', { jsonrpc: '2.0', id: 1, result: {} }],
  ['a result that is null', { jsonrpc: '2.0', id: 1, result: null }],
  ['an error', { jsonrpc: '2.0', id: 'x', error: { code: -32600, message: '' } }],
  ['an error with data of any type', { jsonrpc: '2.0', id: 'x', error: { code: 1, message: 'm', data: [null] } }],
  ['an error whose id is null', { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'm' } }],
]

test.each(valid)('%s is given back as the same object', (_name, message) => {
  verifies('BASE-01', 'BASE-02', 'BASE-07', 'BASE-09', 'BASE-11')
  expect(parseMessage(message)).toBe(message)
})

test('an error without an id is given back with null in its place', () => {
  verifies('BASE-08')
  const error = { code: -32700, message: 'm' }
  expect(parseMessage({ jsonrpc: '2.0', error, extra: 1 })).toEqual({ jsonrpc: '2.0', id: null, error, extra: 1 })
})

const shapeless: readonly unknown[] = [null, undefined, true, 0, 'a', [], [{ jsonrpc: '2.0', method: 'a' }]]

test.each(shapeless)('%j is no message', (value) => {
  expect(problemOf(value)).toEqual({
    code: -32600,
    message: 'Invalid message: expected an object',
    id: null,
    shape: 'request',
  })
})

type Row = readonly [string, object, string, Partial<{ id: unknown; shape: string }>]

test('what is no message has the name of its error', () => {
  expect(String(thrownBy(() => parseMessage([])))).toBe('InvalidMessage: Invalid message: expected an object')
})

const noId = 'id must be a string or an integer'
const error = { code: 1, message: 'm' }

const invalid: readonly Row[] = [
  ['no version', { id: 1, method: 'a' }, 'jsonrpc must be "2.0"', { id: 1 }],
  ['another version', { jsonrpc: '1.0', id: 1, method: 'a' }, 'jsonrpc must be "2.0"', { id: 1 }],
  [
    'a version that is a number',
    { jsonrpc: 2.0, id: 1, result: {} },
    'jsonrpc must be "2.0"',
    { id: 1, shape: 'response' },
  ],
  ['a method that is a number', { jsonrpc: '2.0', id: 1, method: 1 }, 'method must be a string', { id: 1 }],
  ['a method that is null', { jsonrpc: '2.0', id: 1, method: null, result: {} }, 'method must be a string', { id: 1 }],
  ['params in an array', { jsonrpc: '2.0', id: 'a', method: 'a', params: [] }, 'params must be an object', { id: 'a' }],
  ['params that are null', { jsonrpc: '2.0', method: 'a', params: null }, 'params must be an object', {}],
  ['an id that is null', { jsonrpc: '2.0', id: null, method: 'a' }, noId, {}],
  ['an id with a fraction', { jsonrpc: '2.0', id: 1.5, method: 'a' }, noId, {}],
  ['an id beyond 2^53', { jsonrpc: '2.0', id: 2 ** 53, method: 'a' }, noId, {}],
  ['an id that is true', { jsonrpc: '2.0', id: true, method: 'a' }, noId, {}],
  ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'a' }, noId, {}],
  [
    'neither method, result nor error',
    { jsonrpc: '2.0', id: 7 },
    'a request needs a method, a response a result or an error',
    { id: 7, shape: 'either' },
  ],
  [
    'a result that is undefined, in memory',
    { jsonrpc: '2.0', id: 7, result: undefined },
    'a request needs a method, a response a result or an error',
    { id: 7, shape: 'response' },
  ],
  [
    'an error of another version',
    { jsonrpc: '1.0', id: 7, error },
    'jsonrpc must be "2.0"',
    { id: 7, shape: 'response' },
  ],
  [
    'a result and an error',
    { jsonrpc: '2.0', id: 7, result: {}, error },
    'a response has a result or an error, not both',
    { id: 7, shape: 'response' },
  ],
  ['a result without an id', { jsonrpc: '2.0', result: {} }, 'a result needs an id', { shape: 'response' }],
  [
    'a result whose id is null',
    { jsonrpc: '2.0', id: null, result: {} },
    'a result needs an id',
    { shape: 'response' },
  ],
  ['a result whose id is false', { jsonrpc: '2.0', id: false, result: {} }, noId, { shape: 'response' }],
  [
    'an error that is text',
    { jsonrpc: '2.0', id: 7, error: 'x' },
    'error must be an object',
    { id: 7, shape: 'response' },
  ],
  [
    'an error that is null',
    { jsonrpc: '2.0', id: 7, error: null },
    'error must be an object',
    { id: 7, shape: 'response' },
  ],
  [
    'an error code with a fraction',
    { jsonrpc: '2.0', id: 7, error: { code: 1.5, message: '' } },
    'error.code must be an integer',
    { id: 7, shape: 'response' },
  ],
  [
    'an error without a message',
    { jsonrpc: '2.0', id: 7, error: { code: 1 } },
    'error.message must be a string',
    { id: 7, shape: 'response' },
  ],
]

test.each(invalid)('%s is refused', (_name, message, text, read) => {
  verifies('BASE-01', 'BASE-02', 'BASE-03', 'BASE-07', 'BASE-09')
  const expected = { code: -32600, message: `Invalid message: ${text}`, id: null, shape: 'request', ...read }
  expect(problemOf(message)).toEqual(expected)
})

describe('whatever JSON there is', () => {
  const json = fc.jsonValue({ maxDepth: 3 })
  const member = fc.oneof(json, fc.constantFrom('2.0', 'a', 1, null, {}), fc.constant(undefined))
  const envelope = fc.record(
    {
      jsonrpc: fc.oneof(fc.constant('2.0'), member),
      id: member,
      method: member,
      params: member,
      result: member,
      error: member,
    },
    { requiredKeys: [] },
  )

  test('is a message that reads the same from its text, or an InvalidMessage', () => {
    fc.assert(
      fc.property(fc.oneof(json, envelope, envelope), (value) => {
        const problem = problemOf(value)
        expect(problem?.code ?? -32600).toBe(-32600)
        const written = () => members(JSON.parse(JSON.stringify(parseMessage(value))))
        const [again, first] = problem === undefined ? [readAgain(value), written()] : [{}, {}]
        expect(again).toEqual(first)
      }),
      { numRuns: 2_000 },
    )
  })
})

function readAgain(value: unknown): object {
  return members(parseMessage(JSON.parse(String(encodeMessage(parseMessage(value))))))
}

/** Without what responses lose on their way: members that JSON-RPC does not know. */
function members(message: object): object {
  const { id, method, params, result, error } = message as Record<string, unknown>
  return method === undefined ? { id, result, error } : { id, method, params }
}

function problemOf(value: unknown) {
  try {
    parseMessage(value)
    return undefined
  } catch (reason) {
    if (!(reason instanceof InvalidMessage)) throw reason
    const { code, message, id, shape } = reason
    return { code, message, id, shape }
  }
}
