import { describe, expect, test } from 'vitest'
import type { JSONRPCMessage } from '../types.js'
import { StreamableHTTPError } from './streamable-http-options.js'
import { hasRequest, isResponse, toMessage } from './to-message.js'

const request = { jsonrpc: '2.0', id: 1, method: 'a' } as const
const note = { jsonrpc: '2.0', method: 'a' } as const
const result = { jsonrpc: '2.0', id: 1, result: {} } as const
const error = { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'm' } } as const

describe('a message', () => {
  test('is given as it is', () => {
    expect(toMessage(request)).toBe(request)
  })

  test.each([[{ no: 1 }], [null], ['text']])('is not %j', (value) => {
    expect(() => toMessage(value)).toThrow(expect.objectContaining({ name: 'ZodError' }))
  })
})

test.each<[JSONRPCMessage | JSONRPCMessage[], boolean]>([
  [request, true],
  [note, false],
  [result, false],
  [error, false],
  [{ ...note, id: undefined } as unknown as JSONRPCMessage, false],
  [[], false],
  [[note, result], false],
  [[note, request], true],
])('%j expects a response: %s', (message, expected) => {
  expect(hasRequest(message)).toBe(expected)
})

test.each<[object, boolean]>([
  [result, true],
  [error, true],
  [request, false],
  [note, false],
  [{ jsonrpc: '2.0', error: error.error }, false],
  [{ ...error, id: null }, false],
  [{ ...error, id: 0 }, true],
])('%j is a response: %s', (message, expected) => {
  expect(isResponse(message as JSONRPCMessage)).toBe(expected)
})

test('an error of Streamable HTTP has its code', () => {
  expect(new StreamableHTTPError(404, 'gone')).toMatchObject({
    code: 404,
    message: 'Streamable HTTP error: gone',
  })
})
