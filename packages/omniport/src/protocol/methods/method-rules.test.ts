import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { createRequestDecoder } from './create-request-decoder.js'
import { handlerDeadlineMs } from './handler-deadline.js'
import { hasRetryParams, inputMethods } from './input-methods.js'
import { isReservedMethod, reservedNotifications } from './reserved-methods.js'

describe('a method', () => {
  test.each([
    ...[
      'initialize',
      'ping',
      'tools/list',
      'tools/call',
      'resources/list',
      'resources/templates/list',
      'resources/read',
    ],
    ...['resources/subscribe', 'resources/unsubscribe', 'prompts/list', 'prompts/get', 'completion/complete'],
    ...['logging/setLevel', 'server/discover', 'subscriptions/listen', 'tasks/get', 'tasks/pause', 'tasks/'],
    ...['elicitation/create', 'sampling/createMessage', 'roots/list', 'notifications/any', 'rpc.any'],
  ])('of the protocol is reserved: %s', (method) => {
    expect(isReservedMethod(method)).toBe(true)
  })

  test.each(['search/find', 'my/tasks/get', 'tasks', 'tools', 'rpc', 'constructor', ''])('may be new: %j', (method) => {
    expect(isReservedMethod(method)).toBe(false)
  })

  test('has a time, but for those that wait for events', () => {
    const deadline = (method: string) => handlerDeadlineMs(method, { handlerMs: 5 })
    expect(['tools/call', 'tasks/get', 'subscriptions/listen', 'tasks/result'].map(deadline)).toEqual([
      5,
      5,
      undefined,
      undefined,
    ])
  })

  test('may ask for input where it runs the code of an author', () => {
    expect([...inputMethods]).toEqual(['tools/call', 'prompts/get', 'resources/read'])
  })
})

test('a notification of the protocol is reserved', () => {
  const names = ['cancelled', 'elicitation/complete', 'initialized', 'message', 'progress', 'prompts/list_changed']
  const others = ['resources/list_changed', 'resources/updated', 'roots/list_changed', 'subscriptions/acknowledged']
  const rest = ['tasks', 'tasks/status', 'tools/list_changed']
  const all = [...names, ...others, ...rest].map((name) => `notifications/${name}`)
  expect([...reservedNotifications].sort()).toEqual(all.sort())
})

test('parameters answer an earlier round that have a state or answers', () => {
  expect(
    [{ requestState: '' }, { inputResponses: null }, { requestState: 's', inputResponses: {} }].map(hasRetryParams),
  ).toEqual([true, true, true])
  expect([{}, { name: 't' }, { requestState: undefined }].map(hasRetryParams)).toEqual([false, false, false])
})

describe('a request', () => {
  const decode = createRequestDecoder({
    ping: () => {},
    'tools/call': ((params: object) => {
      if (!('name' in params)) throw RpcError.invalidParams('no name')
    }) as never,
  })
  const request = (method: string, params?: Readonly<Record<string, unknown>>) => ({
    ...({ jsonrpc: '2.0', id: 1, method } as const),
    ...(params !== undefined && { params }),
  })

  test('of a method that is known has its parameters checked, and their metadata first', () => {
    expect(decode(request('ping'))).toEqual({ method: 'ping', params: {} })
    expect(decode(request('tools/call', { name: 't' }))).toEqual({ method: 'tools/call', params: { name: 't' } })
    expect(thrownBy(() => decode(request('tools/call')))).toEqual(RpcError.invalidParams('no name'))
    expect(thrownBy(() => decode(request('tools/call', { _meta: 1 })))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('_meta'),
    })
  })

  test.each(['tools/list', 'toString', '__proto__'])('of %j is unknown', (method) => {
    expect(thrownBy(() => decode(request(method)))).toEqual(RpcError.methodNotFound(method))
  })
})
