import process from 'node:process'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/v4'
import { McpError } from '../types.js'
import { encodeError, methodNotFound, textOf } from './error-response.js'
import { isStrict } from './strict.js'

afterEach(() => {
  delete process.env['OMNIPORT_SDK']
})

const internal = { code: -32603, message: 'Internal error' }
const issues = z.string().safeParse(5).error as Error

describe('the error of a handler', () => {
  test.each<[string, unknown, object]>([
    ['an error', new Error('no'), { code: -32603, message: 'no' }],
    [
      'an error of the protocol',
      new McpError(7, 'no', { a: 1 }),
      { code: 7, message: 'MCP error 7: no', data: { a: 1 } },
    ],
    [
      'an error with a code that is none',
      Object.assign(new Error('no'), { code: 'ENOENT' }),
      { code: -32603, message: 'no' },
    ],
    ['an error with a part of a code', Object.assign(new Error('no'), { code: 1.5 }), { code: -32603, message: 'no' }],
    [
      'an error whose data are null',
      Object.assign(new Error('no'), { data: null }),
      { code: -32603, message: 'no', data: null },
    ],
    ['a plain object', { code: 1, message: 'no' }, { code: 1, message: 'no' }],
    ['a message that is no text', { message: 5 }, internal],
    ['text', 'no', internal],
    ['null', null, internal],
    ['undefined', undefined, internal],
  ])('is sent as it is: %s', (_, error, sent) => {
    expect(encodeError('id', error)).toStrictEqual({ jsonrpc: '2.0', id: 'id', error: sent })
  })

  test('is text for a model', () => {
    expect([new Error('no'), 'no', undefined].map(textOf)).toEqual(['no', 'no', 'undefined'])
  })
})

describe('where the operator is strict, the error of a handler', () => {
  test.each<[string, unknown, object, string]>([
    ['that its author wrote is sent', new Error('no'), { code: -32603, message: 'no' }, 'no'],
    [
      'of the protocol is sent',
      new McpError(7, 'no', { a: 1 }),
      { code: 7, message: 'MCP error 7: no', data: { a: 1 } },
      'MCP error 7: no',
    ],
    ['of a schema is sent', issues, { code: -32603, message: issues.message }, issues.message],
    ['that is a bug is not', new TypeError('secret'), internal, 'Internal error'],
    [
      'of the system is not',
      Object.assign(new Error('secret'), { code: 'ENOENT', errno: -2 }),
      internal,
      'Internal error',
    ],
    ['that is none is not', null, internal, 'Internal error'],
  ])('%s', (_, error, sent, text) => {
    process.env['OMNIPORT_SDK'] = 'strict'
    expect(encodeError(1, error)).toStrictEqual({ jsonrpc: '2.0', id: 1, error: sent })
    expect(textOf(error)).toBe(text)
  })
})

test.each([
  [undefined, false],
  ['', false],
  ['strict', true],
])('with OMNIPORT_SDK=%s the operator is strict: %s', (value, expected) => {
  if (value !== undefined) process.env['OMNIPORT_SDK'] = value
  expect(isStrict()).toBe(expected)
})

test.each(['loose', 'Strict', 'true', ' strict'])('OMNIPORT_SDK cannot be %j', (value) => {
  process.env['OMNIPORT_SDK'] = value
  expect(isStrict).toThrow(new TypeError(`OMNIPORT_SDK can only be strict, got "${value}"`))
})

test('a method without a handler is not found', () => {
  expect(methodNotFound(5)).toEqual({ jsonrpc: '2.0', id: 5, error: { code: -32601, message: 'Method not found' } })
})
