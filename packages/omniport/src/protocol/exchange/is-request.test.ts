import { describe, expect, test } from 'vitest'
import { isRequest } from './is-request.js'

type Method = Parameters<typeof isRequest>[1]

const rows: readonly (readonly [Method, unknown, boolean])[] = [
  ['tools/call', { name: 'a' }, true],
  ['tools/call', { name: 'a', arguments: {} }, true],
  ['tools/call', { name: 1 }, false],
  ['tools/call', { name: 'a', arguments: [] }, false],
  ['tools/call', { name: 'a', arguments: null }, false],
  ['tools/call', undefined, false],
  ['tools/list', undefined, true],
  ['tools/list', { cursor: '' }, true],
  ['tools/list', { cursor: 1 }, false],
  ['resources/read', { uri: 'a:b' }, true],
  ['resources/read', {}, false],
  ['prompts/get', { name: 'a', arguments: { b: 'c' } }, true],
  ['prompts/get', { name: 'a', arguments: 'b' }, false],
]

describe('isRequest', () => {
  test.each(rows)('of %s with %j is %s', (method, params, expected) => {
    const message = { jsonrpc: '2.0' as const, id: 1, method, params: params as never }
    expect(isRequest(message, method)).toBe(expected)
    expect(isRequest({ ...message, method: `${method}/other` }, method)).toBe(false)
    const { id: _, ...notification } = message
    expect(isRequest(notification, method)).toBe(false)
  })
})
