import { expect, test } from 'vitest'
import { readMessage } from './read-message.js'

const read = (message: object) => readMessage({ jsonrpc: '2.0', ...message })

test.each<[message: object, read: object]>([
  [
    { id: 1, method: 'a' },
    { kind: 'request', id: 1, method: 'a', params: {} },
  ],
  [
    { id: '', method: '', params: { b: 1 } },
    { kind: 'request', id: '', method: '', params: { b: 1 } },
  ],
  [
    { method: 'a', params: { b: 1 } },
    { kind: 'notification', method: 'a', params: { b: 1 } },
  ],
  [
    { id: 0, result: null },
    { kind: 'result', id: 0, result: null },
  ],
  [
    { id: 'x', result: {}, params: 5 },
    { kind: 'result', id: 'x', result: {} },
  ],
  [
    { id: 1, error: { code: -1, message: '', data: 5 } },
    { kind: 'error', id: 1, error: { code: -1, message: '', data: 5 } },
  ],
])('%j is a message', (message, expected) => {
  expect(read(message)).toEqual(expected)
})

test.each([
  [{ jsonrpc: '1.0', method: 'a' }],
  [{ jsonrpc: undefined, method: 'a' }],
  [{ method: 'a', params: [] }],
  [{ method: 'a', params: null }],
  [{ method: 'a', params: 'x' }],
  [{ id: null, method: 'a' }],
  [{ id: 1.5, method: 'a' }],
  [{ id: {}, method: 'a' }],
  [{ id: 1, method: 5, result: {} }],
  [{ id: 1, method: null, result: {} }],
  [{ result: {} }],
  [{ id: null, result: {} }],
  [{ id: 1 }],
  [{ id: 1, error: null }],
  [{ id: 1, error: { code: 1.5, message: 'x' } }],
  [{ id: 1, error: { code: '1', message: 'x' } }],
  [{ id: 1, error: { code: 1 } }],
  [{ id: 1, error: [] }],
  [{ id: 1, error: { code: 1, message: 'x' }, result: {} }],
])('%j is none', (message) => {
  expect(read(message)).toBeUndefined()
})

test.each([null, undefined, 5, 'x', [[{ jsonrpc: '2.0', method: 'a' }]]])('%j is none', (data) => {
  expect(readMessage(data)).toBeUndefined()
})
