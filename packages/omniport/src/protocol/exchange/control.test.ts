import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { metaKeys } from '../meta/meta-keys.js'
import { cancellationOf, controlOf } from './control.js'

const subscription = (id: unknown) => ({ _meta: { [metaKeys.subscriptionId]: id } })

describe('what a notification says about a request', () => {
  test.each([
    ['notifications/cancelled', { requestId: 1 }, { type: 'cancel', id: 1, reason: undefined }],
    ['notifications/cancelled', { requestId: '1', reason: 'r' }, { type: 'cancel', id: '1', reason: 'r' }],
    ['notifications/cancelled', { requestId: 0, reason: 5 }, { type: 'cancel', id: 0, reason: undefined }],
    ['notifications/progress', { progressToken: 'a', progress: 1 }, { type: 'related', id: 'a', extend: true }],
    ['notifications/tools/list_changed', subscription(7), { type: 'related', id: 7, extend: false }],
    ['notifications/of/the/future', subscription('7'), { type: 'related', id: '7', extend: false }],
  ])('%s with %j', (method, params, expected) => {
    verifies('SUB-07')
    expect(controlOf({ jsonrpc: '2.0', method, params })).toEqual(expected)
  })

  test.each([
    ['notifications/cancelled', undefined],
    ['notifications/cancelled', {}],
    ['notifications/cancelled', { requestId: null }],
    ['notifications/cancelled', { requestId: 1.5 }],
    ['notifications/cancelled', { requestId: { toString: () => '1' } }],
    ['notifications/progress', {}],
    ['notifications/progress', { progressToken: [] }],
    ['notifications/tools/list_changed', undefined],
    ['notifications/tools/list_changed', { _meta: null }],
    ['notifications/tools/list_changed', subscription({})],
    ['notifications/message', { requestId: 1, progressToken: 1 }],
  ])('nothing: %s with %j', (method, params) => {
    verifies('CAN-08')
    expect(controlOf({ jsonrpc: '2.0', method, params })).toBe(undefined)
  })
})

describe('giving up a request', () => {
  test('is told with its id and the reason', () => {
    const params = { requestId: 'a', reason: 'r' }
    const cancellation = cancellationOf({ jsonrpc: '2.0', id: 'a', method: 'tools/call' }, 'r')
    expect(cancellation).toEqual({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
  })

  test.each(['tools/call', 'sampling/createMessage', 'elicitation/create'])(
    'is not told of what is to become a task: %s',
    (method) => {
      verifies('CAN-04')
      const request = { jsonrpc: '2.0', id: 1, method } as const
      expect(cancellationOf({ ...request, params: { task: {} } }, 'r')).toBe(undefined)
      expect(cancellationOf({ ...request, params: { name: 'x' } }, 'r')).toMatchObject({ params: { requestId: 1 } })
    },
  )

  test('is told of another request that has a task among its parameters', () => {
    const request = { jsonrpc: '2.0', id: 1, method: 'x/y', params: { task: {} } } as const
    expect(cancellationOf(request, 'r')).toMatchObject({ params: { requestId: 1 } })
  })

  test('is not told of initialize', () => {
    verifies('CAN-03')
    expect(cancellationOf({ jsonrpc: '2.0', id: 1, method: 'initialize' }, 'r')).toBe(undefined)
  })
})
