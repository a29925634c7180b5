import { describe, expect, test } from 'vitest'
import type { TaskStore } from '../../experimental/tasks/interfaces.js'
import { createRequestTaskStore } from './request-task-store.js'

const stored = { taskId: 't', ttl: null, createdAt: 'x', lastUpdatedAt: 'y' }

/** The tasks of a request, whose store has a task with this status, or none. */
function create(status: string | undefined = 'working') {
  const calls: unknown[][] = []
  const record =
    (name: string, value?: unknown) =>
    async (...given: unknown[]) => {
      calls.push([name, ...given])
      return value
    }
  const task = status === 'missing' ? null : { ...stored, status }
  const store = {
    createTask: record('createTask', task),
    getTask: async () => task,
    storeTaskResult: record('storeTaskResult'),
    getTaskResult: record('getTaskResult', { a: 1 }),
    updateTaskStatus: record('updateTaskStatus'),
    listTasks: record('listTasks', { tasks: [] }),
  } as unknown as TaskStore
  const request = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'n' } } as const
  const tasks = createRequestTaskStore(
    store,
    { request, sessionId: 's' },
    {
      notify: async (...given) => void calls.push(['notify', ...given]),
      onEnd: (...given) => void calls.push(['end', ...given]),
    },
  )
  return { tasks, calls, task }
}

const announced = (status: string) => [
  'notify',
  { method: 'notifications/tasks/status', params: { ...stored, status } },
]

describe('the tasks of a request', () => {
  test('are created for it, in its session', async () => {
    const { tasks, calls, task } = create()
    expect(await tasks.createTask({ ttl: 5 })).toEqual(task)
    expect(calls).toEqual([['createTask', { ttl: 5 }, 7, { method: 'tools/call', params: { name: 'n' } }, 's']])
  })

  test('are found there', async () => {
    const { tasks, calls, task } = create()
    expect(await tasks.getTask('t')).toEqual(task)
    expect(await tasks.getTaskResult('t')).toEqual({ a: 1 })
    expect(await tasks.listTasks('c')).toEqual({ tasks: [] })
    expect(calls).toEqual([
      ['getTaskResult', 't', 's'],
      ['listTasks', 'c', 's'],
    ])
  })

  test('that are not there are an error', async () => {
    await expect(create('missing').tasks.getTask('t')).rejects.toMatchObject({
      ...{ code: -32602, message: 'MCP error -32602: Failed to retrieve task: Task not found' },
    })
  })
})

describe('a result', () => {
  test('is stored, and the end of the task announced', async () => {
    const { tasks, calls } = create('completed')
    await tasks.storeTaskResult('t', 'completed', { a: 1 })
    expect(calls).toEqual([['storeTaskResult', 't', 'completed', { a: 1 }, 's'], announced('completed'), ['end', 't']])
  })

  test('of a task that is gone is not announced', async () => {
    const { tasks, calls } = create('missing')
    await tasks.storeTaskResult('t', 'failed', {})
    expect(calls).toEqual([['storeTaskResult', 't', 'failed', {}, 's']])
  })
})

describe('a status', () => {
  test('is changed, and announced', async () => {
    const { tasks, calls } = create()
    await tasks.updateTaskStatus('t', 'input_required', 'asks')
    expect(calls).toEqual([['updateTaskStatus', 't', 'input_required', 'asks', 's'], announced('working')])
  })

  test('of a task that is gone is an error', async () => {
    const { tasks, calls } = create('missing')
    await expect(tasks.updateTaskStatus('t', 'working')).rejects.toMatchObject({
      ...{ code: -32602, message: 'MCP error -32602: Task "t" not found - it may have been cleaned up' },
    })
    expect(calls).toEqual([])
  })

  test.each(['completed', 'failed', 'cancelled'])('of a task that is %s is an error', async (status) => {
    const { tasks, calls } = create(status)
    await expect(tasks.updateTaskStatus('t', 'working')).rejects.toMatchObject({
      code: -32602,
      message: `MCP error -32602: Cannot update task "t" from terminal status "${status}" to "working". Terminal states (completed, failed, cancelled) cannot transition to other states.`,
    })
    expect(calls).toEqual([])
  })
})
