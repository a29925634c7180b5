import type { Operation, OperationOutcome } from 'omniport/protocol'
import { describe, expect, test } from 'vitest'
import { operationOf, requestOf } from '../fixtures/operation-of.js'
import { errorOf, resultValue } from './operation-error.js'

const errorIn = (role: Operation['role'], outcome: OperationOutcome, method = 'tools/call') =>
  errorOf(operationOf({ role, message: requestOf(method) }), outcome)

const refused = (code: number): OperationOutcome => ({
  response: { jsonrpc: '2.0', id: 1, error: { code, message: 'refused' } },
})

const done = (result: unknown): OperationOutcome => ({ response: { jsonrpc: '2.0', id: 1, result } })

describe('an error response', () => {
  test.each([-32700, -32600, -32601, -32602, -32002])('%i is an error of the sender alone', (code) => {
    expect(errorIn('sender', refused(code))).toEqual({ code, message: 'refused', type: String(code) })
    expect(errorIn('receiver', refused(code))).toEqual({ code, message: 'refused' })
  })

  test('with another code is an error of both', () => {
    const expected = { code: -32603, message: 'refused', type: '-32603' }
    expect([errorIn('sender', refused(-32603)), errorIn('receiver', refused(-32603))]).toEqual([expected, expected])
  })
})

class Coded extends Error {
  readonly code: unknown

  constructor(name: string, code: unknown) {
    super('why')
    this.name = name
    this.code = code
  }
}

describe('a reason without a response', () => {
  test.each<[string, Operation['role'], unknown, object]>([
    ['is named by its class', 'sender', new TypeError('why'), { type: 'TypeError', message: 'why' }],
    ['is named by its code', 'sender', new Coded('X', 'ECONNRESET'), { type: 'ECONNRESET', message: 'why' }],
    [
      'has the code of an error of JSON-RPC',
      'sender',
      new Coded('RpcError', -32602),
      { type: '-32602', code: -32602, message: 'why' },
    ],
    ['is the error of the sender', 'receiver', new Coded('RpcError', -32602), { code: -32602, message: 'why' }],
    [
      'is an abort, whose code says nothing',
      'sender',
      new Coded('AbortError', 20),
      { type: 'AbortError', message: 'why' },
    ],
    ['is no error', 'sender', 'why', { type: '_OTHER' }],
  ])('%s', (_what, role, reason, expected) => {
    expect(errorIn(role, { reason })).toEqual(expected)
  })

  test('counts less than an error response', () => {
    expect(errorIn('sender', { ...refused(1), reason: new Error('x') })).toMatchObject({ code: 1 })
  })
})

describe('a result', () => {
  test.each<[string, string, unknown, object | undefined]>([
    ['of a tool that failed', 'tools/call', { isError: true }, { type: 'tool_error' }],
    ['of a tool', 'tools/call', { isError: false }, undefined],
    ['of a tool that says something else', 'tools/call', { isError: 'true' }, undefined],
    ['of another method', 'prompts/get', { isError: true }, undefined],
    ['that is null', 'tools/call', null, undefined],
    ['that is a text', 'tools/call', 'isError', undefined],
    [
      'of a tool that failed, as bytes',
      'tools/call',
      { bytes: Buffer.from('{"isError":true}'), value: { isError: true } },
      { type: 'tool_error' },
    ],
    ['as bytes without the member', 'tools/call', { bytes: Buffer.from('{}'), value: { isError: true } }, undefined],
  ])('%s', (_what, method, result, expected) => {
    expect(errorIn('receiver', done(result), method)).toEqual(expected)
  })

  test('that is missing is none', () => {
    expect(errorIn('sender', {})).toBeUndefined()
  })
})

describe('the value of a result', () => {
  test('is itself, where it is no bytes', () => {
    const result = { bytes: 'x', value: 1 }
    expect([resultValue(result), resultValue(undefined), resultValue(null)]).toEqual([result, undefined, null])
  })

  test('is parsed of the part of a buffer that it is in', () => {
    const whole = Buffer.from('"isError" {"a":1} "isError"')
    const bytes = new Uint8Array(whole.buffer, whole.byteOffset + 10, 7)
    expect([resultValue({ bytes, value: 5 }), resultValue({ bytes, value: 5 }, '"isError"')]).toEqual([5, undefined])
    expect(resultValue({ bytes, value: 5 }, '"a"')).toBe(5)
  })
})
