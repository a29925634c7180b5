import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ProtocolOptions } from './protocol-options.js'
import { relatedTaskIdOf, TaskReply } from './task-reply.js'

afterEach(() => {
  vi.restoreAllMocks()
})

const related = 'io.modelcontextprotocol/related-task'
const result = { jsonrpc: '2.0', id: 1, result: {} } as const
const error = { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'm' } } as const

interface Given {
  readonly sessionId?: string | undefined
  readonly task?: object | null
  readonly hasStore?: boolean
}

function create(given: Given = {}) {
  const { task = {}, hasStore = true } = given
  const sessionId = 'sessionId' in given ? given.sessionId : 's'
  const asked: unknown[][] = []
  const queued: unknown[][] = []
  const sent: unknown[] = []
  const getTask = async (...given: unknown[]) => {
    asked.push(given)
    return task
  }
  const reply = new TaskReply({
    taskId: 't',
    transport: { sessionId, send: async (message: unknown) => void sent.push(message) } as never,
    options: (hasStore ? { taskStore: { getTask } } : {}) as unknown as ProtocolOptions,
    messages: { enqueue: async (...given: unknown[]) => void queued.push(given) } as never,
  })
  vi.spyOn(Date, 'now').mockReturnValue(123)
  return { reply, asked, queued, sent }
}

describe('the response to a request of a task', () => {
  test('waits in the queue of the task, once that was found in its session', async () => {
    const { reply, asked, queued, sent } = create()
    await reply.prepare()
    await reply.prepare()
    await reply.send(result)
    await reply.send(error)
    expect(asked).toEqual([['t', 's']])
    expect(queued).toEqual([
      ['t', { type: 'response', message: result, timestamp: 123 }, 's'],
      ['t', { type: 'error', message: error, timestamp: 123 }, 's'],
    ])
    expect(sent).toEqual([])
  })

  test('is sent where the task was not found, and the request has no handler', async () => {
    const { reply, queued, sent } = create({ task: null })
    await expect(reply.prepare()).rejects.toMatchObject({
      ...{ code: -32602, message: 'MCP error -32602: Task not found: t' },
    })
    await reply.send(error)
    expect([queued, sent]).toEqual([[], [error]])
  })

  test.each<[string, Given]>([
    ['no session', { sessionId: undefined }],
    ['no store', { hasStore: false }],
  ])('waits in the queue where there is %s', async (_, given) => {
    const { reply, asked, queued } = create(given)
    expect(await reply.prepare()).toBeUndefined()
    await reply.send(result)
    expect([asked, queued.length]).toEqual([[], 1])
  })
})

test.each<[object | undefined, string | undefined]>([
  [undefined, undefined],
  [{}, undefined],
  [{ _meta: {} }, undefined],
  [{ _meta: { [related]: { taskId: 't' } } }, 't'],
  [{ _meta: { [related]: { taskId: 5 } } }, undefined],
  [{ _meta: { [related]: 't' } }, undefined],
])('%j belong to the task %s', (params, taskId) => {
  const request = { jsonrpc: '2.0', id: 1, method: 'a', ...(params && { params }) } as never
  expect(relatedTaskIdOf(request)).toBe(taskId)
})
