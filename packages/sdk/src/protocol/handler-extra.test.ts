import { describe, expect, test } from 'vitest'
import { EmptyResultSchema, type MessageExtraInfo } from '../types.js'
import { createExtra, taskParamsOf } from './handler-extra.js'
import { IncomingRequest } from './incoming-request.js'
import type { RequestTaskStore } from './request-handler-extra.js'

const related = 'io.modelcontextprotocol/related-task'

function create(params?: object, { info, store }: { info?: MessageExtraInfo; store?: RequestTaskStore } = {}) {
  const sent: unknown[][] = []
  const senders = {
    notify: async (...given: unknown[]) => void sent.push(['notify', ...given]),
    request: async (...given: unknown[]) => {
      sent.push(['request', ...given])
      return {} as never
    },
  }
  const message = { jsonrpc: '2.0', id: 7, method: 'a', ...(params && { params }) } as never
  const request = new IncomingRequest(message, { sessionId: 's' } as never, info)
  return { extra: createExtra(senders, request, store), request, sent }
}

const note = { method: 'notifications/a' }
const ping = { method: 'ping' }

describe('the context of a request', () => {
  test('has what is known of the request', () => {
    const info = {
      ...{ authInfo: { token: 't', clientId: 'c', scopes: [] }, requestInfo: { headers: {} } },
      ...{ closeSSEStream() {}, closeStandaloneSSEStream() {} },
    }
    const store = {} as RequestTaskStore
    const params = { _meta: { a: 1 }, task: { ttl: 5 } }
    const { sendNotification, sendRequest, signal, ...rest } = create(params, { info, store }).extra
    expect([typeof sendNotification, typeof sendRequest, signal.aborted]).toEqual(['function', 'function', false])
    expect(rest).toStrictEqual({
      ...{ sessionId: 's', _meta: { a: 1 }, ...info, requestId: 7, taskId: undefined },
      ...{ taskStore: store, taskRequestedTtl: 5 },
    })
  })

  test('has all members where nothing is known', () => {
    const { extra } = create()
    const { sendNotification: _, sendRequest: __, signal: ___, ...rest } = extra
    expect(rest).toStrictEqual({
      ...{ sessionId: 's', _meta: undefined, authInfo: undefined, requestId: 7, requestInfo: undefined },
      ...{ taskId: undefined, taskStore: undefined, taskRequestedTtl: undefined },
      ...{ closeSSEStream: undefined, closeStandaloneSSEStream: undefined },
    })
  })

  test('has the signal of the request', () => {
    const { extra, request } = create()
    const { signal } = extra
    request.abort('enough')
    expect([signal.aborted, signal.reason]).toEqual([true, 'enough'])
  })

  test('knows the task of the request', () => {
    expect(create({ _meta: { [related]: { taskId: 't' } } }).extra.taskId).toBe('t')
  })
})

describe('what a handler sends', () => {
  test('belongs to its request', async () => {
    const { extra, sent } = create()
    await extra.sendNotification(note as never)
    expect(await extra.sendRequest(ping as never, EmptyResultSchema, { timeout: 5 })).toEqual({})
    expect(sent).toStrictEqual([
      ['notify', note, { relatedRequestId: 7 }],
      ['request', ping, EmptyResultSchema, { timeout: 5, relatedRequestId: 7 }],
    ])
  })

  test('belongs to its task', async () => {
    const { extra, sent } = create({ _meta: { [related]: { taskId: 't' } } })
    await extra.sendNotification(note as never)
    await extra.sendRequest(ping as never, EmptyResultSchema)
    const options = { relatedRequestId: 7, relatedTask: { taskId: 't' } }
    expect(sent).toStrictEqual([
      ['notify', note, options],
      ['request', ping, EmptyResultSchema, options],
    ])
  })

  test('may belong to another task, which waits for input then', async () => {
    const updates: unknown[][] = []
    const store = { updateTaskStatus: async (...given: unknown[]) => void updates.push(given) }
    const { extra, sent } = create({ _meta: { [related]: { taskId: 't' } } }, { store: store as never })
    const relatedTask = { taskId: 'other' }
    await extra.sendRequest(ping as never, EmptyResultSchema, { relatedTask } as object)
    await extra.sendNotification(note as never)
    expect(updates).toEqual([['other', 'input_required']])
    expect(sent[0]?.[3]).toEqual({ relatedRequestId: 7, relatedTask })
  })

  test('changes no task where there is none', async () => {
    const updates: unknown[][] = []
    const store = { updateTaskStatus: async (...given: unknown[]) => void updates.push(given) }
    const { extra, sent } = create(undefined, { store: store as never })
    await extra.sendRequest(ping as never, EmptyResultSchema)
    expect([updates, sent.length]).toEqual([[], 1])
  })

  test('is not sent once the request was cancelled', async () => {
    const { extra, request, sent } = create()
    request.abort()
    expect(await extra.sendNotification(note as never)).toBeUndefined()
    await expect(extra.sendRequest(ping as never, EmptyResultSchema)).rejects.toMatchObject({
      ...{ code: -32000, message: 'MCP error -32000: Request was cancelled' },
    })
    expect(sent).toEqual([])
  })
})

test.each<[object | undefined, object | undefined]>([
  [undefined, undefined],
  [{}, undefined],
  [{ task: {} }, {}],
  [{ task: { ttl: 5, more: 1 } }, { ttl: 5 }],
  [{ task: { ttl: 0 } }, { ttl: 0 }],
  [{ task: { ttl: null } }, undefined],
  [{ task: { ttl: '5' } }, undefined],
  [{ task: [] }, undefined],
  [{ task: null }, undefined],
])('%j ask for the task %j', (params, expected) => {
  const request = { jsonrpc: '2.0', id: 1, method: 'a', ...(params && { params }) } as never
  expect(taskParamsOf(request)).toStrictEqual(expected)
})
