import { describe, expect, test } from 'vitest'
import { McpError } from '../../types.js'
import { TaskRequests, type TaskRequestsOptions } from './task-requests.js'

const related = 'io.modelcontextprotocol/related-task'

interface Given {
  readonly statuses?: readonly (string | undefined)[]
  readonly queued?: readonly object[]
  readonly pollInterval?: number
}

function create({ statuses = ['completed'], queued = [], pollInterval = 1 }: Given = {}) {
  const calls: unknown[][] = []
  const rest = [...statuses]
  const waiting = [...queued]
  let status = rest[0]
  const store = {
    getTask: async (taskId: string, sessionId: string) => {
      status = rest.length > 1 ? rest.shift() : rest[0]
      calls.push(['getTask', taskId, sessionId])
      return status === undefined ? null : { taskId, status, pollInterval }
    },
    getTaskResult: async () => ({ content: [], _meta: { a: 1 } }),
    listTasks: async (cursor: string | undefined) => {
      if (cursor === 'bad') throw new Error('no such page')
      return { tasks: [{ taskId: 't' }], nextCursor: cursor }
    },
    updateTaskStatus: async (...given: unknown[]) => {
      calls.push(['updateTaskStatus', ...given])
      rest.splice(0, rest.length, rest.at(-1))
    },
  }
  const messages = {
    next: async () => (waiting.length === 0 ? undefined : { message: waiting.shift() }),
    clear: async (...given: unknown[]) => void calls.push(['clear', ...given]),
  }
  const send = async (...given: unknown[]) => void calls.push(['send', ...given])
  const requests = new TaskRequests({ store, messages, send, defaultPollMs: 1 } as unknown as TaskRequestsOptions)
  const context = { sessionId: 's', requestId: 7, signal: new AbortController().signal }
  return { requests, calls, context }
}

describe('a task', () => {
  test('is given as it is stored', async () => {
    const { requests, context, calls } = create()
    expect(await requests.get('t', context)).toEqual({ taskId: 't', status: 'completed', pollInterval: 1 })
    expect(calls).toEqual([['getTask', 't', 's']])
  })

  test('that is not there is an error', async () => {
    const { requests, context } = create({ statuses: [undefined] })
    await expect(requests.get('t', context)).rejects.toMatchObject({
      ...{ code: -32602, message: 'MCP error -32602: Failed to retrieve task: Task not found' },
    })
    await expect(requests.result('t', context)).rejects.toMatchObject({
      ...{ code: -32602, message: 'MCP error -32602: Task not found: t' },
    })
  })
})

describe('the result', () => {
  test('comes with its task, and after what waited', async () => {
    const { requests, context, calls } = create({ queued: [{ a: 1 }, { b: 2 }] })
    expect(await requests.result('t', context)).toEqual({ content: [], _meta: { a: 1, [related]: { taskId: 't' } } })
    expect(calls.filter(([name]) => name !== 'getTask')).toEqual([
      ['send', { a: 1 }, { relatedRequestId: 7 }],
      ['send', { b: 2 }, { relatedRequestId: 7 }],
      ['clear', 't', 's'],
    ])
  })

  test('comes when the task has ended', async () => {
    const { requests, context, calls } = create({ statuses: ['working', 'working', 'working', 'completed'] })
    await requests.result('t', context)
    expect(calls.filter(([name]) => name === 'getTask').length).toBeGreaterThan(3)
  })

  test('is not waited for by a request that is cancelled, before or meanwhile', async () => {
    const cancelled = { code: -32600, message: 'MCP error -32600: Request cancelled' }
    const { requests, context } = create({ statuses: ['working'], pollInterval: 60_000 })
    await expect(requests.result('t', { ...context, signal: AbortSignal.abort() })).rejects.toMatchObject(cancelled)
    const ending = new AbortController()
    const waiting = requests.result('t', { ...context, signal: ending.signal })
    setImmediate(() => ending.abort())
    await expect(waiting).rejects.toMatchObject(cancelled)
  })
})

test('tasks are listed by pages', async () => {
  const { requests, context } = create()
  expect(await requests.list('c', context)).toEqual({ tasks: [{ taskId: 't' }], nextCursor: 'c', _meta: {} })
  await expect(requests.list('bad', context)).rejects.toMatchObject({
    ...{ code: -32602, message: 'MCP error -32602: Failed to list tasks: no such page' },
  })
})

describe('cancelling', () => {
  test('says so in the store, and gives the task', async () => {
    const { requests, context, calls } = create({ statuses: ['working', 'cancelled'] })
    expect(await requests.cancel('t', context)).toEqual({
      _meta: {},
      taskId: 't',
      status: 'cancelled',
      pollInterval: 1,
    })
    expect(calls.slice(1, 3)).toEqual([
      ['updateTaskStatus', 't', 'cancelled', 'Client cancelled task execution.', 's'],
      ['clear', 't', 's'],
    ])
  })

  test.each(['completed', 'failed', 'cancelled'])('a task that is %s is an error', async (status) => {
    const { requests, context, calls } = create({ statuses: [status] })
    const error = await requests.cancel('t', context).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(McpError)
    expect(error).toMatchObject({ message: `MCP error -32602: Cannot cancel task in terminal status: ${status}` })
    expect(calls.map(([name]) => name)).toEqual(['getTask'])
  })

  test('a task that is gone afterwards is an error', async () => {
    const { requests, context } = create({ statuses: ['working', undefined] })
    await expect(requests.cancel('t', context)).rejects.toMatchObject({
      message: 'MCP error -32602: Task not found after cancellation: t',
    })
  })
})
