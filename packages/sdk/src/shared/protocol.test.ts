import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Pipe } from '../../test/pipe.js'
import { type Notification, type Request, type Result, ResultSchema, type Task } from '../types.js'
import { DEFAULT_REQUEST_TIMEOUT_MSEC, Protocol, type ProtocolOptions, type RequestOptions } from './protocol.js'
import { type ResponseMessage, takeResult, toArrayAsync } from './responseMessage.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

class Own extends Protocol<Request, Notification, Result> {
  protected override assertCapabilityForMethod() {}
  protected override assertNotificationCapability() {}
  protected override assertRequestHandlerCapability() {}
  protected override assertTaskCapability() {}
  protected override assertTaskHandlerCapability() {}

  follow = (options?: RequestOptions) => this.requestStream({ method: 'a', params: { b: 1 } }, ResultSchema, options)
  get = (taskId: string, options?: RequestOptions) => this.getTask({ taskId }, options)
  result = (taskId: string, options?: RequestOptions) => this.getTaskResult({ taskId }, ResultSchema, options)
  list = (cursor?: string, options?: RequestOptions) =>
    this.listTasks(cursor === undefined ? undefined : { cursor }, options)
  cancel = (taskId: string, options?: RequestOptions) => this.cancelTask({ taskId }, options)
}

async function open(options?: ProtocolOptions) {
  const protocol = new Own(options)
  const pipe = new Pipe()
  await protocol.connect(pipe)
  /** Answers what was sent last. */
  const answer = (result: object) => pipe.receive({ id: pipe.sent.at(-1)?.['id'], result })
  const requests = () => pipe.sent.map(({ method, params }) => [method, params])
  return { protocol, pipe, answer, requests }
}

const task = { taskId: 't', status: 'working', ttl: null, createdAt: 'x', lastUpdatedAt: 'y' }

describe('a request about a task', () => {
  test.each<[string, object | undefined, object, (protocol: Own, options?: RequestOptions) => Promise<unknown>]>([
    ['tasks/get', { taskId: 't' }, task, (protocol, options) => protocol.get('t', options)],
    ['tasks/result', { taskId: 't' }, { a: 1 }, (protocol, options) => protocol.result('t', options)],
    ['tasks/list', undefined, { tasks: [] }, (protocol, options) => protocol.list(undefined, options)],
    [
      'tasks/list',
      { cursor: 'c' },
      { tasks: [task], nextCursor: 'd' },
      (protocol, options) => protocol.list('c', options),
    ],
    ['tasks/cancel', { taskId: 't' }, task, (protocol, options) => protocol.cancel('t', options)],
  ])('is %s with %j', async (method, params, result, send) => {
    const { protocol, answer, requests } = await open()
    const asking = send(protocol)
    answer(result)
    expect(await asking).toEqual(result)
    expect(requests()).toEqual([[method, params]])
    const signal = AbortSignal.abort(new Error('early'))
    await expect(send(protocol, { signal })).rejects.toThrow(new Error('early'))
  })
})

describe('a request that is followed', () => {
  test('is plain without a task', async () => {
    const { protocol, answer, requests } = await open()
    const following = toArrayAsync(protocol.follow())
    answer({ done: 1 })
    expect(await following).toEqual([{ type: 'result', result: { done: 1 } }])
    expect(requests()).toEqual([['a', { b: 1 }]])
  })

  test.each<[ProtocolOptions | undefined, number | undefined, number]>([
    [undefined, undefined, 1_000],
    [{ defaultTaskPollInterval: 70 }, undefined, 70],
    [{ defaultTaskPollInterval: 70 }, 30, 30],
  ])('with %j is asked for again, where the task says %s, after %i', async (options, pollInterval, ms) => {
    const { protocol, pipe, answer, requests } = await open(options)
    const following = takeResult(protocol.follow({ task: { ttl: 5 } }))
    answer({ task })
    await pipe.until(2)
    answer({ ...task, ...(pollInterval !== undefined && { pollInterval }) })
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(pipe.sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    answer({ ...task, status: 'completed' })
    await pipe.until(4)
    answer({ done: 1 })
    expect(await following).toEqual({ done: 1 })
    expect(requests().map(([method]) => method)).toEqual(['a', 'tasks/get', 'tasks/get', 'tasks/result'])
    expect(requests()[0]).toEqual(['a', { b: 1, task: { ttl: 5 } }])
  })

  test('ends when it is given up', async () => {
    const { protocol, answer, pipe } = await open()
    const ending = new AbortController()
    const following = toArrayAsync(protocol.follow({ task: {}, signal: ending.signal }))
    answer({ task })
    await pipe.until(2)
    answer(task)
    await vi.advanceTimersByTimeAsync(500)
    ending.abort(new Error('enough'))
    await vi.advanceTimersByTimeAsync(500)
    expect((await following).at(-1)).toMatchObject({
      type: 'error',
      error: { message: 'MCP error -32603: Error: enough' },
    })
  })
})

describe('the steps of a request', () => {
  async function* steps(...given: object[]) {
    yield* given as ResponseMessage<Result>[]
  }

  test('are collected', async () => {
    expect(await toArrayAsync(steps({ a: 1 }, { b: 2 }))).toEqual([{ a: 1 }, { b: 2 }])
  })

  test('end with a result or an error', async () => {
    const status = { type: 'taskStatus', task: task as Task }
    expect(
      await takeResult(steps(status, { type: 'result', result: { a: 1 } }, { type: 'result', result: {} })),
    ).toEqual({ a: 1 })
    await expect(takeResult(steps(status, { type: 'error', error: new Error('no') }))).rejects.toThrow(new Error('no'))
    await expect(takeResult(steps(status))).rejects.toThrow(new Error('No result in stream.'))
  })
})

test('a request waits for a minute by default', () => {
  expect(DEFAULT_REQUEST_TIMEOUT_MSEC).toBe(60_000)
})
