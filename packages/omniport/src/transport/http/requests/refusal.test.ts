import { describe, expect, test } from 'vitest'
import type { RpcMessage } from '../../../jsonrpc/messages/messages.js'
import { InvalidMessage } from '../../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { RateLimited } from '../../../protocol/errors/rate-limited.js'
import { ServerFull } from '../../../protocol/errors/server-full.js'
import { bodyBroken, bodyTimeout, bodyTooLarge } from './body-errors.js'
import { HttpError, notAllowed } from './http-error.js'
import { toRefusal } from './refusal.js'
import { statusOf, statusOfError } from './status-of.js'

const request: RpcMessage = { jsonrpc: '2.0', id: 5, method: 'ping' }

function refusalOf(reason: unknown, message?: RpcMessage) {
  const { body, ...refusal } = toRefusal(reason, message)
  return { ...refusal, body: JSON.parse(body) as unknown }
}

describe('a request that is refused', () => {
  test('gets the status and the headers of the refusal, and its error', () => {
    const reason = new HttpError(413, RpcError.invalidRequest('too long'), { connection: 'close' })
    const error = { code: -32600, message: 'too long' }
    expect(refusalOf(reason, request)).toEqual({
      status: 413,
      headers: { connection: 'close', 'content-type': 'application/json' },
      body: { jsonrpc: '2.0', id: 5, error },
    })
    expect(refusalOf(reason)).toMatchObject({ body: { jsonrpc: '2.0', error } })
    expect(toRefusal(reason, undefined).body).toBe('{"jsonrpc":"2.0","error":{"code":-32600,"message":"too long"}}')
  })

  test.each([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['a response', { jsonrpc: '2.0', id: 5, result: {} }],
  ] as const)('has no id where it is %s', (_name, message) => {
    expect(refusalOf(RpcError.internal(), message).body).not.toHaveProperty('id')
  })

  test.each([
    ['request', { id: 7 }],
    ['either', { id: 7 }],
    ['response', {}],
  ] as const)('that is no message has the id of what looks like a %s', (shape, id) => {
    expect(refusalOf(new InvalidMessage('Invalid message: x', 7, shape))).toEqual({
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: { jsonrpc: '2.0', ...id, error: { code: -32600, message: 'Invalid message: x' } },
    })
  })

  test.each([
    ['the server is full', new ServerFull('anonymousBytes', 5), 503, '1'],
    ['it comes too often', new RateLimited('callsPerMinute', 5, 30), 429, '30'],
  ])('is to come again where %s', (_name, reason, status, seconds) => {
    expect(refusalOf(reason)).toMatchObject({
      status,
      headers: { 'retry-after': seconds, 'content-type': 'application/json' },
    })
  })

  test.each([
    [RpcError.methodNotFound('x'), 404],
    [RpcError.internal('x'), 500],
    [RpcError.invalidParams('x'), 400],
    [new RpcError(7, 'x'), 400],
  ])('for the error %s has a status that fits', (reason, status) => {
    const refusal = refusalOf(reason, request)
    expect([refusal.status, refusal.problem, refusal.headers]).toEqual([
      status,
      undefined,
      { 'content-type': 'application/json' },
    ])
  })

  test('for a fault of this side hears nothing of it', () => {
    const reason = new Error('secret')
    expect(refusalOf(reason, request)).toEqual({
      status: 500,
      headers: { 'content-type': 'application/json' },
      body: { jsonrpc: '2.0', id: 5, error: { code: -32603, message: 'Internal error' } },
      problem: reason,
    })
  })
})

test.each([
  [bodyTooLarge(5), 413, 'The body is larger than 5 bytes', { connection: 'close' }],
  [bodyTimeout(5), 408, 'The body took longer than 5 ms', { connection: 'close' }],
  [bodyBroken(), 400, 'The body is not complete', { connection: 'close' }],
  [notAllowed('POST, GET'), 405, 'Only POST, GET is served here', { allow: 'POST, GET' }],
])('%s', (error, status, message, headers) => {
  expect(error).toMatchObject({ name: 'HttpError', status, message, headers, error: { code: -32600, message } })
})

test('an error without headers has none', () => {
  expect(new HttpError(400, RpcError.internal()).headers).toEqual({})
})

test.each([
  [-32700, 400],
  [-32600, 400],
  [-32601, 404],
  [-32020, 400],
  [-32021, 400],
  [-32022, 400],
  [-32602, undefined],
  [-32603, undefined],
])('the status of the error %i is %s, and 200 of a response where there is none', (code, status) => {
  const response = { jsonrpc: '2.0', id: 1, error: { code, message: '' } } as const
  expect([statusOfError(code), statusOf(response)]).toEqual([status, status ?? 200])
})

test('the status of a result is 200', () => {
  expect(statusOf({ jsonrpc: '2.0', id: 1, result: {} })).toBe(200)
})
