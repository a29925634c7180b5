import { describe, expect, test } from 'vitest'
import type { QueuedMessage } from '../../experimental/tasks/interfaces.js'
import { InMemoryTaskMessageQueue } from '../../experimental/tasks/stores/in-memory.js'
import type { ProtocolOptions } from '../protocol-options.js'
import { TaskMessages } from './task-messages.js'

function create(more: Partial<ProtocolOptions> = {}) {
  const queue = new InMemoryTaskMessageQueue()
  const errors: string[] = []
  const messages = new TaskMessages({
    options: { taskStore: {} as never, taskMessageQueue: queue, ...more },
    sessionId: () => 'the-session',
    onError: (error) => void errors.push(error.message),
  })
  return { messages, queue, errors }
}

const request = (id: number): QueuedMessage => ({
  ...{ type: 'request', timestamp: 1, message: { jsonrpc: '2.0', id, method: 'a' } },
})
const result = (id: number) => ({ jsonrpc: '2.0', id, result: { a: 1 } }) as const
const failure = (id: number) => ({ jsonrpc: '2.0', id, error: { code: 7, message: 'no', data: 1 } }) as const

describe('a response', () => {
  test('goes to the request that waits for it, once', () => {
    const { messages, errors } = create()
    const seen: unknown[] = []
    messages.expectResponse(1, (response) => {
      seen.push(response)
      return true
    })
    expect(messages.receive(result(2))).toBe(false)
    expect(messages.receive({ ...result(1), id: '1' })).toBe(true)
    expect(messages.receive(result(1))).toBe(false)
    expect([seen, errors]).toEqual([[{ ...result(1), id: '1' }], []])
  })

  test('that is an error is one', () => {
    const { messages } = create()
    const seen: unknown[] = []
    messages.expectResponse(1, (response) => seen.push(response) > 0)
    expect(messages.receive(failure(1))).toBe(true)
    expect(seen).toMatchObject([{ code: 7, message: 'MCP error 7: no', data: 1 }])
  })

  test('that comes too late is reported', () => {
    const { messages, errors } = create()
    messages.expectResponse(1, () => false)
    expect(messages.receive(result(1))).toBe(true)
    expect(errors).toEqual(['Response handler missing for side-channeled request 1'])
  })
})

describe('a message of a task', () => {
  test('is added to its queue, with the session and the limit', async () => {
    const added: unknown[][] = []
    const taskMessageQueue = { enqueue: async (...given: unknown[]) => void added.push(given) } as never
    const { messages } = create({ taskMessageQueue, maxTaskQueueSize: 5 })
    await messages.enqueue('t', request(1))
    await messages.enqueue('t', request(2), 'own')
    expect(added).toEqual([
      ['t', request(1), 'the-session', 5],
      ['t', request(2), 'own', 5],
    ])
  })

  test.each<[string, Partial<Record<keyof ProtocolOptions, undefined>>]>([
    ['store', { taskStore: undefined }],
    ['queue', { taskMessageQueue: undefined }],
  ])('needs a %s', async (_, more) => {
    const { messages } = create(more as unknown as Partial<ProtocolOptions>)
    await expect(messages.enqueue('t', request(1))).rejects.toThrow(
      new Error('Cannot enqueue task message: taskStore and taskMessageQueue are not configured'),
    )
  })

  test('needs options', async () => {
    const messages = new TaskMessages({ options: undefined, sessionId: () => undefined, onError() {} })
    await expect(messages.enqueue('t', request(1))).rejects.toThrow(/^Cannot enqueue task message: /)
    expect(await messages.next('t', undefined)).toBeUndefined()
    expect(await messages.clear('t', undefined)).toBeUndefined()
  })

  test('is taken, and responses on the way reach their requests', async () => {
    const { messages, queue, errors } = create()
    const seen: unknown[] = []
    messages.expectResponse(1, (response) => seen.push(response) > 0)
    await queue.enqueue('t', { type: 'response', timestamp: 1, message: result(1) })
    await queue.enqueue('t', { type: 'response', timestamp: 1, message: result(2) })
    await queue.enqueue('t', { type: 'error', timestamp: 1, message: failure(3) })
    await queue.enqueue('t', request(4))
    expect(await messages.next('t', 's')).toEqual(request(4))
    expect(await messages.next('t', 's')).toBeUndefined()
    expect(seen).toEqual([result(1)])
    expect(errors).toEqual(['Response handler missing for request 2', 'Error handler missing for request 3'])
  })
})

describe('a task that has ended', () => {
  test('fails the requests in its queue', async () => {
    const { messages, queue, errors } = create()
    const seen: unknown[] = []
    messages.expectResponse(1, (response) => seen.push(response) > 0)
    for (const id of [1, 2]) await queue.enqueue('t', request(id))
    await queue.enqueue('t', { type: 'notification', timestamp: 1, message: { jsonrpc: '2.0', method: 'a' } })
    await queue.enqueue('t', { type: 'request', timestamp: 1, message: { jsonrpc: '2.0', id: 3 } as never })
    await messages.clear('t', 's')
    expect(seen).toMatchObject([{ code: -32603, message: 'MCP error -32603: Task cancelled or completed' }])
    expect(errors).toEqual(['Resolver missing for request 2 during task t cleanup'])
    expect(messages.receive(result(1))).toBe(false)
    expect(await queue.dequeueAll('t')).toEqual([])
  })
})
