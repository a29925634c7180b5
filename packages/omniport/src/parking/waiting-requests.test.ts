import { describe, expect, test } from 'vitest'
import type { RpcNotification, RpcRequest, RpcResponse } from '../jsonrpc/messages/messages.js'
import { RawJson } from '../values/json/raw-json.js'
import { jsonBytes } from '../values/memory/json-bytes.js'
import { bytesOf, settle, WaitingRequests } from './waiting-requests.js'

const response: RpcResponse = { jsonrpc: '2.0', id: 'call', result: { a: 1 } }

function createRequest(id: number, progressToken?: string | number) {
  const abort = new AbortController()
  const sent: RpcNotification[] = []
  const params = progressToken === undefined ? {} : { _meta: { progressToken } }
  const message: RpcRequest = { jsonrpc: '2.0', id, method: 'tools/call', params }
  const exchange = {
    signal: abort.signal,
    revision: '2026-07-28',
    client: { capabilities: {} },
    round: 0,
    state: new Map(),
    notify: (notification: RpcNotification) => void sent.push(notification),
  } as const
  return { abort, sent, request: { message, exchange } }
}

function setUp(token?: string | number) {
  const first = createRequest(1, token)
  const abandoned: unknown[] = []
  const waiting = new WaitingRequests(first.request.message, (reason) => abandoned.push(reason))
  return { first, waiting, abandoned }
}

describe('requests that wait for the end of a round', () => {
  test('all get it, each with its own id, and wait no more', async () => {
    const { first, waiting, abandoned } = setUp()
    const second = createRequest(2)
    const answers = [waiting.add(first.request), waiting.add(second.request)]
    expect(waiting.size).toBe(2)
    waiting.settleAll({ type: 'response', response })
    expect(await Promise.all(answers)).toEqual([
      { ...response, id: 1 },
      { ...response, id: 2 },
    ])
    first.abort.abort()
    second.abort.abort()
    expect([waiting.size, abandoned]).toEqual([0, []])
  })

  test('all fail with its reason', async () => {
    const { first, waiting } = setUp()
    const answer = waiting.add(first.request)
    const reason = new Error('broken')
    waiting.settleAll({ type: 'thrown', reason })
    await expect(answer).rejects.toBe(reason)
  })

  test('are given up when the last of them is cancelled', async () => {
    const { first, waiting, abandoned } = setUp()
    const second = createRequest(2)
    const answers = [waiting.add(first.request), waiting.add(second.request)]
    first.abort.abort('one')
    await expect(answers[0]).rejects.toBe('one')
    expect([abandoned, waiting.size]).toEqual([[], 1])
    second.abort.abort('two')
    await expect(answers[1]).rejects.toBe('two')
    expect([abandoned, waiting.size]).toEqual([['two'], 0])
  })

  test('that were cancelled before they came are given up at once', async () => {
    const { first, waiting, abandoned } = setUp()
    first.abort.abort('before')
    await expect(waiting.add(first.request)).rejects.toBe('before')
    expect([abandoned, waiting.size]).toEqual([['before'], 0])
  })
})

describe('a notification of the call', () => {
  const log: RpcNotification = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info' } }
  const progress = (progressToken?: string | number): RpcNotification => ({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progress: 1, ...(progressToken !== undefined && { progressToken }) },
  })

  test('goes to all that wait', () => {
    const { first, waiting } = setUp('a')
    const second = createRequest(2)
    void waiting.add(first.request)
    void waiting.add(second.request)
    waiting.notify(log)
    expect([first.sent, second.sent]).toEqual([[log], [log]])
  })

  test('gets the token of each that wants progress', () => {
    const { first, waiting } = setUp('a')
    const [second, silent] = [createRequest(2, 7), createRequest(3)]
    for (const { request } of [first, second, silent]) void waiting.add(request)
    waiting.notify(progress('a'))
    expect([first.sent, second.sent, silent.sent]).toEqual([[progress('a')], [progress(7)], []])
  })

  test('with another token passes as it is', () => {
    const { first, waiting } = setUp('a')
    const second = createRequest(2, 7)
    void waiting.add(first.request)
    void waiting.add(second.request)
    waiting.notify(progress('b'))
    waiting.notify({ ...log, params: { progressToken: 'a' } })
    const passed = [progress('b'), { ...log, params: { progressToken: 'a' } }]
    expect([first.sent, second.sent]).toEqual([passed, passed])
  })
})

test('a call that ended without a response gives none', async () => {
  expect(await settle(createRequest(1).request, { type: 'response', response: undefined })).toBeUndefined()
})

test.each([
  ['a result', { type: 'response', response }, jsonBytes({ a: 1 }) + jsonBytes(undefined)],
  [
    'an error',
    { type: 'response', response: { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } } },
    jsonBytes(undefined) + jsonBytes({ code: 1, message: 'no' }),
  ],
  ['no response', { type: 'response', response: undefined }, 2 * jsonBytes(undefined)],
  ['something thrown', { type: 'thrown', reason: new Error('x'.repeat(100)) }, 64],
  [
    'raw JSON',
    { type: 'response', response: { jsonrpc: '2.0', id: 1, result: new RawJson(new Uint8Array([123, 125])) } },
    2 + 64,
  ],
] as const)('%s takes its bytes', (_name, end, bytes) => {
  expect(bytesOf(end)).toBe(bytes)
})
