import { expect, test } from 'vitest'
import { fromReply, isReply, StoreUnavailable } from './store-unavailable.js'

test('a store that is away is an error with which a request may be sent again', () => {
  const cause = new Error('x')
  const error = new StoreUnavailable(cause)
  expect(error).toMatchObject({
    ...{ name: 'StoreUnavailable', code: -32603, data: { retryAfterSeconds: 1, reason: 'store' }, cause },
    message: 'The store of this service is not available; try again',
  })
})

test.each<[string, unknown, boolean]>([
  ['with a code', new Error('NOSCRIPT No matching script'), true],
  ['with a code behind a minus', new Error('-ERR no'), true],
  ['whose code has two letters', new Error('OK fine'), false],
  ['that is its code alone', new Error('LOADING'), false],
  ['in small letters', new Error('connect ECONNREFUSED'), false],
  ['of the system', Object.assign(new Error('ECONNRESET by peer'), { code: 'ECONNRESET' }), false],
  ['that is a text', 'ERR no', false],
])('is an error that Redis replied, or not: %s', (_what, error, expected) => {
  expect(isReply(error)).toBe(expected)
})

test.each([
  ...['LOADING', 'READONLY', 'MASTERDOWN', 'CLUSTERDOWN', 'TRYAGAIN', 'MOVED', 'ASK', 'OOM', 'MISCONF', 'NOREPLICAS'],
  ...['BUSY', 'CROSSSLOT', 'NOAUTH', 'NOPERM'],
])('%s passes', (code) => {
  const reply = new Error(`${code} wait`)
  const error = fromReply(reply)
  expect([error.name, error.cause]).toEqual(['StoreUnavailable', reply])
})

test('another reply is a refusal', () => {
  const reply = new Error('WRONGTYPE a BUSYNESS')
  expect(fromReply(reply)).toEqual(new Error('Redis refused a command: WRONGTYPE a BUSYNESS'))
  expect(fromReply(reply).cause).toBe(reply)
})
