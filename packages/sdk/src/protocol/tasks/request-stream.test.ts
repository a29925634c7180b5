import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { McpError, type Task } from '../../types.js'
import { type RequestStreamSteps, streamRequest } from './request-stream.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const task = (status: string, pollInterval?: number) =>
  ({ taskId: 't', status, ...(pollInterval !== undefined && { pollInterval }) }) as Task

/** Follows a request whose task has these states, and gives the steps with the time of each. */
async function follow(states: readonly Task[], more: Partial<RequestStreamSteps<object>> = {}) {
  const rest = [...states]
  let now = 0
  const seen: unknown[] = []
  const stream = streamRequest<Record<string, unknown>>({
    createTask: async () => task('working'),
    request: async () => ({ plain: 1 }),
    getTask: async () => rest.shift() ?? task('completed'),
    getTaskResult: async (taskId) => ({ of: taskId }),
    defaultPollMs: 100,
    signal: undefined,
    ...(more as object),
  })
  const following = (async () => {
    for await (const { type, ...step } of stream) seen.push([now, type, ...Object.values(step)])
  })()
  let isOver = false
  void following.finally(() => {
    isOver = true
  })
  while (now < 10_000) {
    await vi.advanceTimersByTimeAsync(0)
    if (isOver) break
    now += 10
    await vi.advanceTimersByTimeAsync(10)
  }
  return seen
}

const created = [0, 'taskCreated', task('working')]

describe('a request', () => {
  test('that is no task has a result', async () => {
    expect(await follow([], { createTask: undefined })).toEqual([[0, 'result', { plain: 1 }]])
  })

  test.each<[string, unknown, object]>([
    ['an error of the protocol', new McpError(7, 'no'), { code: 7, message: 'MCP error 7: no' }],
    ['another error', new Error('no'), { code: -32603, message: 'MCP error -32603: Error: no' }],
  ])('may end with %s', async (_, reason, error) => {
    const request = () => Promise.reject(reason)
    expect(await follow([], { createTask: undefined, request })).toMatchObject([[0, 'error', error]])
  })

  test('that was to become a task and did not is an error', async () => {
    expect(await follow([], { createTask: async () => undefined })).toMatchObject([
      [0, 'error', { code: -32603, message: 'MCP error -32603: Task creation did not return a task' }],
    ])
  })
})

describe('a task', () => {
  test('is asked for until it has ended, at its interval or the usual one', async () => {
    const states = [task('working', 50), task('working'), task('completed')]
    expect(await follow(states)).toEqual([
      created,
      [0, 'taskStatus', states[0]],
      [50, 'taskStatus', states[1]],
      [150, 'taskStatus', states[2]],
      [150, 'result', { of: 't' }],
    ])
  })

  test('that needs input gives its result when it has that', async () => {
    expect(await follow([task('input_required')])).toEqual([
      created,
      [0, 'taskStatus', task('input_required')],
      [0, 'result', { of: 't' }],
    ])
  })

  test.each([
    ['failed', 'MCP error -32603: Task t failed'],
    ['cancelled', 'MCP error -32603: Task t was cancelled'],
  ])('that has %s is an error', async (status, message) => {
    expect(await follow([task(status)])).toMatchObject([
      created,
      [0, 'taskStatus', { status }],
      [0, 'error', { code: -32603, message }],
    ])
  })

  test('is not asked for once the request was given up', async () => {
    const getTask = vi.fn(async () => task('working'))
    const signal = AbortSignal.abort(new Error('enough'))
    expect(await follow([], { getTask, signal })).toMatchObject([
      created,
      [0, 'taskStatus', {}],
      [100, 'error', { message: 'MCP error -32603: Error: enough' }],
    ])
    expect(getTask.mock.calls).toEqual([['t']])
  })
})
