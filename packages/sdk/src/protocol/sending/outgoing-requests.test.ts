import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/v4'
import { Pipe } from '../../../test/pipe.js'
import { McpError } from '../../types.js'
import type { RequestOptions } from '../protocol-options.js'
import { OutgoingRequests } from './outgoing-requests.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.setSystemTime(123)
})
afterEach(() => {
  vi.useRealTimers()
})

const related = 'io.modelcontextprotocol/related-task'
const resultSchema = z.looseObject({})
const turn = () => vi.advanceTimersByTimeAsync(0)

function create() {
  const pipe = new Pipe()
  const queued: unknown[][] = []
  const expected = new Map<number, (response: never) => boolean>()
  const errors: string[] = []
  const messages = {
    expectResponse: (id: number, settle: (response: never) => boolean) => void expected.set(id, settle),
    enqueue: async (...given: unknown[]) => void queued.push(given),
  }
  const requests = new OutgoingRequests({
    transport: () => pipe,
    taskMessages: () => messages as never,
    onError: (error) => void errors.push(error.message),
  })
  const send = (options?: RequestOptions, request: object = { method: 'a' }, schema: z.ZodType = resultSchema) =>
    requests.send(pipe, { request: request as { method: string }, resultSchema: schema, options })
  const answer = (id: number | string, result: object) =>
    requests.receive({ jsonrpc: '2.0', id, result: { ...result } })
  return { requests, pipe, queued, expected, errors, messages, send, answer }
}

describe('a request', () => {
  test('is sent with an id of its own, and answered by that', async () => {
    const { pipe, send, answer } = create()
    const [first, second] = [send(), send(undefined, { method: 'b', params: { c: 1 } })]
    expect(pipe.sent).toEqual([
      { jsonrpc: '2.0', id: 0, method: 'a' },
      { jsonrpc: '2.0', id: 1, method: 'b', params: { c: 1 } },
    ])
    answer('1', { second: 1 })
    answer(0, { first: 1 })
    expect(await Promise.all([first, second])).toEqual([{ first: 1 }, { second: 1 }])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('has the options of the transport', async () => {
    const { pipe, send } = create()
    const onresumptiontoken = () => {}
    send({ relatedRequestId: 7, resumptionToken: 'r', onresumptiontoken, timeout: 5 }).catch(() => {})
    expect(pipe.options).toEqual([{ relatedRequestId: 7, resumptionToken: 'r', onresumptiontoken }])
  })

  test.each<[string, RequestOptions, object | undefined, object]>([
    ['a task', { task: { ttl: 5 } }, undefined, { task: { ttl: 5 } }],
    ['a task, beside others', { task: {} }, { b: 1, _meta: { c: 1 } }, { b: 1, _meta: { c: 1 }, task: {} }],
    ['progress', { onprogress() {} }, undefined, { _meta: { progressToken: 0 } }],
    [
      'progress, beside others',
      { onprogress() {} },
      { b: 1, _meta: { c: 1, progressToken: 'own' } },
      { b: 1, _meta: { c: 1, progressToken: 0 } },
    ],
  ])('can ask for %s', (_, options, params, expected) => {
    const { pipe, send } = create()
    const request = { method: 'a', ...(params && { params }) }
    send(options, request).catch(() => {})
    expect(pipe.sent[0]?.['params']).toStrictEqual(expected)
    expect(request).toEqual({ method: 'a', ...(params && { params }) })
  })

  test('rejects with the error of the other side', async () => {
    const { requests, send } = create()
    const sending = send()
    requests.receive({ jsonrpc: '2.0', id: 0, error: { code: 7, message: 'no', data: { a: 1 } } })
    await expect(sending).rejects.toMatchObject({ code: 7, message: 'MCP error 7: no', data: { a: 1 } })
  })

  test('rejects with what is wrong with its result', async () => {
    const { send, answer } = create()
    const sending = send({}, { method: 'a' }, z.object({ n: z.number() }))
    answer(0, { n: 'x' })
    await expect(sending).rejects.toMatchObject({ name: expect.stringMatching(/ZodError$/) })
    const failing = send(
      {},
      { method: 'a' },
      z.looseObject({}).transform(() => {
        throw new TypeError('oops')
      }),
    )
    answer(1, {})
    await expect(failing).rejects.toThrow(new TypeError('oops'))
  })

  test('rejects where it cannot be sent, and waits no more', async () => {
    const { pipe, send, answer, errors } = create()
    vi.spyOn(pipe, 'send').mockRejectedValue(new Error('closed'))
    const ending = new AbortController()
    const removed = vi.spyOn(ending.signal, 'removeEventListener')
    await expect(send({ signal: ending.signal })).rejects.toThrow(new Error('closed'))
    expect([vi.getTimerCount(), removed.mock.calls.length]).toEqual([0, 1])
    answer(0, {})
    expect(errors).toHaveLength(1)
  })

  test('that nobody waits for is an error of its response', () => {
    const { errors, answer } = create()
    answer(5, {})
    expect(errors).toEqual(['Received a response for an unknown message ID: {"jsonrpc":"2.0","id":5,"result":{}}'])
  })
})

describe('a request whose time is over', () => {
  test.each<[RequestOptions | undefined, number]>([
    [undefined, 60_000],
    [{ timeout: 5 }, 5],
  ])('with the options %j is cancelled', async (options, timeout) => {
    const { pipe, send } = create()
    const sending = send(options)
    const failed = expect(sending).rejects.toMatchObject({
      ...{ code: -32001, message: 'MCP error -32001: Request timed out', data: { timeout } },
    })
    await vi.advanceTimersByTimeAsync(timeout - 1)
    expect(pipe.sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await failed
    expect(pipe.sent[1]).toEqual({
      ...{ jsonrpc: '2.0', method: 'notifications/cancelled' },
      params: { requestId: 0, reason: 'McpError: MCP error -32001: Request timed out' },
    })
  })

  test('gets more with progress, up to its limit', async () => {
    const { requests, send } = create()
    const seen: unknown[] = []
    const onprogress = (progress: unknown) => void seen.push(progress)
    const sending = send({ timeout: 10, resetTimeoutOnProgress: true, maxTotalTimeout: 15, onprogress })
    const failed = expect(sending).rejects.toMatchObject({
      message: 'MCP error -32001: Maximum total timeout exceeded',
    })
    const report = (progress: number) => requests.receiveProgress({ params: { progressToken: 0, progress } })
    await vi.advanceTimersByTimeAsync(9)
    report(1)
    await vi.advanceTimersByTimeAsync(6)
    report(2)
    await failed
    expect([seen, vi.getTimerCount()]).toEqual([[{ progress: 1 }], 0])
  })
})

describe('a request that is given up', () => {
  test('before it is sent rejects with the reason', async () => {
    const { pipe, send } = create()
    await expect(send({ signal: AbortSignal.abort('early') })).rejects.toBe('early')
    expect(pipe.sent).toEqual([])
  })

  test.each<[string, unknown, object, string]>([
    ['a text', 'enough', { code: -32001, message: 'MCP error -32001: enough' }, 'enough'],
    ['an error', new Error('enough'), { code: -32001, message: 'MCP error -32001: Error: enough' }, 'Error: enough'],
    ['an error of the protocol', new McpError(7, 'enough'), { code: 7 }, 'McpError: MCP error 7: enough'],
  ])('with %s is cancelled at the other side', async (_, reason, error, text) => {
    const { pipe, send, answer, errors } = create()
    const ending = new AbortController()
    const sending = send({ signal: ending.signal, relatedRequestId: 7 })
    ending.abort(reason)
    await expect(sending).rejects.toMatchObject(error)
    expect(pipe.sent[1]).toEqual({
      ...{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 0, reason: text } },
    })
    expect(pipe.options[1]).toMatchObject({ relatedRequestId: 7 })
    expect(vi.getTimerCount()).toBe(0)
    answer(0, {})
    expect(errors).toHaveLength(1)
  })

  test('after its answer is not cancelled', async () => {
    const { pipe, send, answer } = create()
    const ending = new AbortController()
    const sending = send({ signal: ending.signal })
    answer(0, {})
    await sending
    ending.abort()
    expect(pipe.sent).toHaveLength(1)
  })

  test('is an error where that cannot be sent', async () => {
    const { pipe, send, errors } = create()
    const ending = new AbortController()
    const sending = send({ signal: ending.signal })
    vi.spyOn(pipe, 'send').mockRejectedValue(new Error('closed'))
    ending.abort('enough')
    await expect(sending).rejects.toMatchObject({ code: -32001 })
    await turn()
    expect(errors).toEqual(['Failed to send cancellation: Error: closed'])
  })
})

describe('progress', () => {
  const report = ({ requests }: ReturnType<typeof create>, progressToken: unknown = 0) =>
    requests.receiveProgress({ params: { progressToken, progress: 1, total: 2 } })

  test('goes to who wants it, until the answer', async () => {
    const created = create()
    const onprogress = vi.fn()
    const sending = created.send({ onprogress })
    report(created)
    created.answer(0, {})
    await sending
    report(created)
    expect(onprogress.mock.calls).toEqual([[{ progress: 1, total: 2 }]])
    expect(created.errors).toEqual([
      'Received a progress notification for an unknown token: {"params":{"progressToken":0,"progress":1,"total":2}}',
    ])
  })

  test('goes on for a request that became a task, until that has ended', async () => {
    const created = create()
    const onprogress = vi.fn()
    const sending = created.send({ onprogress, timeout: 5, resetTimeoutOnProgress: true })
    created.answer(0, { task: { taskId: 't' } })
    await sending
    report(created, '0')
    expect([onprogress.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
    created.requests.endTaskProgress('other')
    report(created)
    created.requests.endTaskProgress('t')
    report(created)
    expect([onprogress.mock.calls.length, created.errors.length]).toEqual([2, 1])
  })

  test.each([[{ task: 't' }], [{ task: { taskId: 5 } }], [{ task: [] }]])('ends with the result %j', async (result) => {
    const created = create()
    const onprogress = vi.fn()
    const sending = created.send({ onprogress })
    created.answer(0, result)
    await sending
    report(created)
    expect(onprogress).not.toHaveBeenCalled()
  })
})

describe('a request of a task', () => {
  test('waits in its queue, and its response comes from there', async () => {
    const { pipe, queued, expected, send } = create()
    const relatedTask = { taskId: 't' }
    const sending = send({ relatedTask }, { method: 'a', params: { b: 1 } })
    await turn()
    const params = { b: 1, _meta: { [related]: relatedTask } }
    const message = { jsonrpc: '2.0', id: 0, method: 'a', params }
    expect([pipe.sent, queued]).toEqual([[], [['t', { type: 'request', message, timestamp: 123 }]]])
    const response = { jsonrpc: '2.0', id: 0, result: { c: 1 } } as never
    expect([expected.get(0)?.(response), expected.get(0)?.(response)]).toEqual([true, false])
    expect(await sending).toEqual({ c: 1 })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('rejects where the queue refuses it', async () => {
    const { messages, send } = create()
    messages.enqueue = () => Promise.reject(new Error('full'))
    await expect(send({ relatedTask: { taskId: 't' } })).rejects.toThrow(new Error('full'))
  })

  test('without an id is sent', () => {
    const { pipe, send } = create()
    send({ relatedTask: { taskId: '' } }).catch(() => {})
    expect(pipe.sent).toHaveLength(1)
  })
})

test('all requests can be taken, after which none waits', async () => {
  const { requests, send, answer, errors } = create()
  const onprogress = vi.fn()
  const sending = [send({ onprogress }), send()]
  const failed = expect(Promise.all(sending)).rejects.toThrow(new Error('closed'))
  sending[1]?.catch(() => {})
  for (const handler of requests.takeAll()) handler(new Error('closed'))
  await failed
  expect([...requests.takeAll(), vi.getTimerCount()]).toEqual([0])
  answer(0, {})
  requests.receiveProgress({ params: { progressToken: 0, progress: 1 } })
  expect([errors.length, onprogress.mock.calls.length]).toEqual([2, 0])
})
