import { describe, expect, test } from 'vitest'
import { settled } from '../../test/pipe.js'
import { InMemoryTaskStore } from '../experimental/tasks/stores/in-memory.js'
import { EmptyResultSchema, McpError, type RequestId } from '../types.js'
import { IncomingRequest } from './incoming-request.js'
import { IncomingRequests, type StoredHandler } from './incoming-requests.js'
import type { ProtocolOptions } from './protocol-options.js'

const related = 'io.modelcontextprotocol/related-task'

function create(options?: ProtocolOptions, send?: (message: object) => Promise<void>) {
  const sent: object[] = []
  const queued: unknown[][] = []
  const events: unknown[][] = []
  const running = new Map<RequestId, IncomingRequest>()
  const messages = { enqueue: async (taskId: string, message: object) => void queued.push([taskId, message]) }
  const requests = new IncomingRequests(
    {
      options,
      taskMessages: () => messages as never,
      assertCanBeTask: (method) => {
        if (method === 'no/task') throw new Error(`${method} is no task`)
      },
      endTaskProgress: (taskId) => void events.push(['end', taskId]),
      onError: (error) => void events.push(['error', error.message]),
      notify: async (...given) => void events.push(['notify', ...given]),
      request: async () => ({}) as never,
    },
    running,
  )
  const transport = { sessionId: 's', send: send ?? (async (message: object) => void sent.push(message)) }
  const serve = (handler: StoredHandler | undefined, message: object = {}) => {
    const call = { jsonrpc: '2.0', id: 1, method: 'a', ...message } as never
    const request = new IncomingRequest(call, transport as never, undefined)
    requests.serve(request, handler)
    return request
  }
  return { serve, running, sent, queued, events }
}

const ok = { jsonrpc: '2.0', id: 1, result: { ok: 1 } }
const succeed: StoredHandler = () => ({ ok: 1 })

describe('a request', () => {
  test('is answered with what its handler gives', async () => {
    const { serve, sent, running } = create()
    const seen: unknown[][] = []
    serve((message, extra) => {
      seen.push([message, extra.requestId, extra.taskStore])
      return { ok: 1 }
    })
    expect([...running.keys()]).toEqual([1])
    await settled()
    expect(seen).toEqual([[{ jsonrpc: '2.0', id: 1, method: 'a' }, 1, undefined]])
    expect([sent, running.size]).toEqual([[ok], 0])
  })

  test.each<[string, StoredHandler]>([
    [
      'throws',
      () => {
        throw new McpError(7, 'no')
      },
    ],
    ['rejects', () => Promise.reject(new McpError(7, 'no'))],
  ])('is answered with the error that its handler %s', async (_, handler) => {
    const { serve, sent, running } = create()
    serve(handler)
    await settled()
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: 7, message: 'MCP error 7: no' } }])
    expect(running.size).toBe(0)
  })

  test('without a handler is not found', async () => {
    const { serve, sent, running } = create()
    serve(undefined)
    expect(running.size).toBe(0)
    await settled()
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } }])
  })

  test('that was cancelled is not answered', async () => {
    const { serve, sent, running } = create()
    serve(succeed).abort()
    await settled()
    expect([sent, running.size]).toEqual([[], 0])
  })

  test('leaves another with its id alone', async () => {
    const { serve, running } = create()
    let finish: (() => void) | undefined
    serve(
      () =>
        new Promise((resolve) => {
          finish = () => resolve({})
        }),
    )
    const other = serve(() => new Promise(() => {}))
    finish?.()
    await settled()
    expect(running.get(1)).toBe(other)
  })
})

describe('a response that cannot be sent', () => {
  const fail = () => Promise.reject(new Error('closed'))

  test('is reported', async () => {
    const { serve, events, running } = create(undefined, fail)
    serve(succeed)
    await settled()
    expect(events).toEqual([['error', 'Failed to send response: Error: closed']])
    expect(running.size).toBe(0)
  })

  test('is reported where there was no handler', async () => {
    const { serve, events } = create(undefined, fail)
    serve(undefined)
    await settled()
    expect(events).toEqual([['error', 'Failed to send an error response: Error: closed']])
  })
})

describe('a request that asks for a task', () => {
  test('is refused where its method can be none', async () => {
    const { serve, sent } = create()
    serve(succeed, { method: 'no/task', params: { task: {} } })
    serve(succeed, { id: 2, method: 'no/task' })
    await settled()
    expect(sent).toContainEqual({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'no/task is no task' } })
    expect(sent).toContainEqual({ ...ok, id: 2 })
  })

  test('has the tasks of its session', async () => {
    const taskStore = new InMemoryTaskStore()
    const { serve, sent, events } = create({ taskStore })
    serve(
      async (_, extra) => {
        const store = extra.taskStore
        const task = await store?.createTask({})
        await store?.storeTaskResult(task?.taskId ?? '', 'completed', {})
        return { task }
      },
      { params: { task: {} } },
    )
    await settled()
    const [{ taskId } = { taskId: '' }] = taskStore.getAllTasks()
    expect(sent).toMatchObject([{ result: { task: { taskId } } }])
    expect(await taskStore.getTask(taskId, 'other')).toBeNull()
    const params = expect.objectContaining({ taskId, status: 'completed' })
    expect(events).toEqual([
      ['notify', { method: 'notifications/tasks/status', params }],
      ['end', taskId],
    ])
  })
})

describe('a request of a task', () => {
  const queue = {} as NonNullable<ProtocolOptions['taskMessageQueue']>
  const params = { _meta: { [related]: { taskId: 't' } } }
  const queuedAs = (type: string, message: object) => [['t', { type, message, timestamp: expect.any(Number) }]]

  test('is answered in the queue of the task', async () => {
    const { serve, sent, queued } = create({ taskMessageQueue: queue })
    serve(succeed, { params })
    await settled()
    expect([sent, queued]).toEqual([[], queuedAs('response', ok)])
  })

  test('without a handler is refused there', async () => {
    const { serve, sent, queued } = create({ taskMessageQueue: queue })
    serve(undefined, { params })
    await settled()
    const error = { code: -32601, message: 'Method not found' }
    expect([sent, queued]).toEqual([[], queuedAs('error', { jsonrpc: '2.0', id: 1, error })])
  })

  test('is answered at once where there is no queue, or no task', async () => {
    const without = create({})
    without.serve(succeed, { params })
    const other = create({ taskMessageQueue: queue })
    other.serve(succeed, { params: { _meta: { [related]: { taskId: '' } } } })
    await settled()
    expect([without.sent, other.sent]).toEqual([[ok], [ok]])
  })

  test('that is not of its session is refused, and its handler does not run', async () => {
    const options = { taskMessageQueue: queue, taskStore: new InMemoryTaskStore() }
    const { serve, sent } = create(options)
    let runs = 0
    serve(
      () => {
        runs += 1
      },
      { params },
    )
    serve(undefined, { id: 2, params })
    await settled()
    expect(sent).toContainEqual({
      ...{ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'MCP error -32602: Task not found: t' } },
    })
    expect(sent).toContainEqual({ jsonrpc: '2.0', id: 2, error: { code: -32601, message: 'Method not found' } })
    expect(runs).toBe(0)
  })
})

test('a handler can ask the other side', async () => {
  const { serve, sent } = create()
  serve(async (_, extra) => ({ asked: await extra.sendRequest({ method: 'ping' }, EmptyResultSchema) }))
  await settled()
  expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, result: { asked: {} } }])
})
