import { describe, expect, test } from 'vitest'
import { isMeta, isRecord, isRequestId, messageKindOf } from './message-kind.js'

const related = 'io.modelcontextprotocol/related-task'

describe('a message is', () => {
  test.each<[string, object]>([
    ['request', { id: 1, method: 'a' }],
    ['request', { id: '', method: 'a', params: {} }],
    ['request', { id: 0, method: 'a', params: { _meta: { progressToken: 1 } } }],
    ['notification', { method: 'a' }],
    ['notification', { id: undefined, method: 'a', params: undefined }],
    ['result', { id: 1, result: {} }],
    ['result', { id: 'a', result: { _meta: {}, a: 1 } }],
    ['error', { id: 1, error: { code: 1, message: 'm' } }],
    ['error', { error: { code: -1, message: '', data: 1 } }],
  ])('a %s: %j', (kind, message) => {
    expect(messageKindOf({ jsonrpc: '2.0', ...message })).toBe(kind)
  })
})

describe('no message is', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['text', 'text'],
    ['a list', []],
    ['one without a version', { method: 'a' }],
    ['one of another version', { jsonrpc: '1.0', method: 'a' }],
    ['one without anything', { jsonrpc: '2.0' }],
    ['a method that is no text', { jsonrpc: '2.0', method: 5 }],
    ['parameters that are a list', { jsonrpc: '2.0', method: 'a', params: [] }],
    ['parameters that are null', { jsonrpc: '2.0', method: 'a', params: null }],
    ['metadata that are none', { jsonrpc: '2.0', method: 'a', params: { _meta: 5 } }],
    ['an id that is null', { jsonrpc: '2.0', id: null, method: 'a' }],
    ['an id that is a part', { jsonrpc: '2.0', id: 1.5, method: 'a' }],
    ['a call with more', { jsonrpc: '2.0', method: 'a', more: 1 }],
    ['a call with a result', { jsonrpc: '2.0', id: 1, method: 'a', result: {} }],
    ['a result without an id', { jsonrpc: '2.0', result: {} }],
    ['a result that is none', { jsonrpc: '2.0', id: 1, result: 5 }],
    ['a result with wrong metadata', { jsonrpc: '2.0', id: 1, result: { _meta: [] } }],
    ['a result with more', { jsonrpc: '2.0', id: 1, result: {}, more: 1 }],
    ['a result with an error', { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: 'm' } }],
    ['an error with an id that is none', { jsonrpc: '2.0', id: null, error: { code: 1, message: 'm' } }],
    ['an error that is none', { jsonrpc: '2.0', id: 1, error: null }],
    ['an error without a code', { jsonrpc: '2.0', id: 1, error: { message: 'm' } }],
    ['an error with a part of a code', { jsonrpc: '2.0', id: 1, error: { code: 1.5, message: 'm' } }],
    ['an error without a message', { jsonrpc: '2.0', id: 1, error: { code: 1 } }],
    ['an error with more', { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'm' }, more: 1 }],
  ])('%s', (_, value) => {
    expect(messageKindOf(value)).toBeUndefined()
  })
})

test.each<[unknown, boolean]>([
  [undefined, true],
  [{}, true],
  [{ progressToken: 'a' }, true],
  [{ progressToken: {} }, false],
  [{ progressToken: null }, false],
  [{ [related]: { taskId: 't', more: 1 } }, true],
  [{ [related]: { taskId: 5 } }, false],
  [{ [related]: 't' }, false],
  [{ [related]: null }, false],
  [null, false],
  [[], false],
])('%j are metadata: %s', (meta, expected) => {
  expect(isMeta(meta)).toBe(expected)
})

test.each<[unknown, boolean]>([
  ['', true],
  [0, true],
  [2 ** 53, false],
  [null, false],
  [{}, false],
])('%j is an id: %s', (id, expected) => {
  expect(isRequestId(id)).toBe(expected)
})

test.each<[unknown, boolean]>([
  [{}, true],
  [[], false],
  [null, false],
  ['text', false],
  [() => {}, false],
])('%s is an object of members: %s', (value, expected) => {
  expect(isRecord(value)).toBe(expected)
})
