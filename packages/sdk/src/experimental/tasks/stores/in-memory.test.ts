import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { QueuedMessage } from '../interfaces.js'
import { InMemoryTaskMessageQueue, InMemoryTaskStore } from './in-memory.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.setSystemTime('2026-01-01T00:00:00.000Z')
})
afterEach(() => {
  vi.useRealTimers()
})

const start = '2026-01-01T00:00:00.000Z'
const request = { method: 'a' }
const create = (store: InMemoryTaskStore, sessionId?: string, params: object = {}) =>
  store.createTask(params, 1, request, sessionId)

describe('a task', () => {
  test('is created', async () => {
    const store = new InMemoryTaskStore()
    const task = await create(store)
    expect(task).toEqual({
      ...{ taskId: expect.stringMatching(/^[0-9a-f]{32}$/), status: 'working', ttl: null, pollInterval: 1000 },
      ...{ createdAt: start, lastUpdatedAt: start },
    })
    expect(await create(store, 's', { ttl: 5, pollInterval: 7 })).toMatchObject({ ttl: 5, pollInterval: 7 })
    expect(await store.getTask(task.taskId)).toEqual(task)
    expect(await store.getTask('other')).toBeNull()
  })

  test('is given as a copy', async () => {
    const store = new InMemoryTaskStore()
    const { taskId } = await create(store)
    for (const copy of [await store.getTask(taskId), ...(await store.listTasks()).tasks, ...store.getAllTasks()]) {
      Object.assign(copy ?? {}, { status: 'failed' })
    }
    expect(await store.getTask(taskId)).toMatchObject({ status: 'working' })
  })

  test('is found by its session, by callers without one, and by no other', async () => {
    const store = new InMemoryTaskStore()
    const [{ taskId: own }, { taskId: any }] = [await create(store, 's'), await create(store)]
    const found = async (sessionId?: string) => [
      (await store.getTask(own, sessionId))?.taskId,
      (await store.getTask(any, sessionId))?.taskId,
      (await store.listTasks(undefined, sessionId)).tasks.length,
    ]
    expect([await found('s'), await found(), await found('other')]).toEqual([
      [own, any, 2],
      [own, any, 2],
      [undefined, any, 1],
    ])
    const missing = new Error(`Task with ID ${own} not found`)
    await expect(store.getTaskResult(own, 'other')).rejects.toThrow(missing)
    await expect(store.updateTaskStatus(own, 'failed', undefined, 'other')).rejects.toThrow(missing)
    await expect(store.storeTaskResult(own, 'failed', {}, 'other')).rejects.toThrow(missing)
  })

  test('changes its status', async () => {
    const store = new InMemoryTaskStore()
    const { taskId } = await create(store)
    vi.setSystemTime('2026-01-01T00:00:01.000Z')
    await store.updateTaskStatus(taskId, 'input_required', 'asks')
    await store.updateTaskStatus(taskId, 'working', '')
    expect(await store.getTask(taskId)).toMatchObject({
      ...{ status: 'working', statusMessage: 'asks', createdAt: start, lastUpdatedAt: '2026-01-01T00:00:01.000Z' },
    })
  })

  test('has one result', async () => {
    const store = new InMemoryTaskStore()
    const { taskId } = await create(store)
    await expect(store.getTaskResult(taskId)).rejects.toThrow(new Error(`Task ${taskId} has no result stored`))
    await store.storeTaskResult(taskId, 'completed', { a: 1 })
    expect([await store.getTaskResult(taskId), (await store.getTask(taskId))?.status]).toEqual([{ a: 1 }, 'completed'])
    await expect(store.storeTaskResult(taskId, 'failed', {})).rejects.toThrow(
      new Error(
        `Cannot store result for task ${taskId} in terminal status 'completed'. Task results can only be stored once.`,
      ),
    )
    await expect(store.updateTaskStatus(taskId, 'working')).rejects.toThrow(
      new Error(
        `Cannot update task ${taskId} from terminal status 'completed' to 'working'. Terminal states (completed, failed, cancelled) cannot transition to other states.`,
      ),
    )
  })
})

describe('the lifetime of a task', () => {
  test('begins when it is created, and anew when it has ended', async () => {
    const store = new InMemoryTaskStore()
    const { taskId } = await create(store, undefined, { ttl: 100 })
    const { taskId: other } = await create(store, undefined, { ttl: 100 })
    vi.advanceTimersByTime(90)
    await store.updateTaskStatus(other, 'input_required')
    await store.storeTaskResult(taskId, 'completed', {})
    vi.advanceTimersByTime(10)
    expect([await store.getTask(other), (await store.getTask(taskId))?.status]).toEqual([null, 'completed'])
    vi.advanceTimersByTime(89)
    expect((await store.getTask(taskId))?.status).toBe('completed')
    vi.advanceTimersByTime(1)
    expect(await store.getTask(taskId)).toBeNull()
  })

  test.each([[null], [0], [undefined]])('has no end with the ttl %s', async (ttl) => {
    const store = new InMemoryTaskStore()
    await create(store, undefined, { ttl })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('ends with all others when they are forgotten', async () => {
    const store = new InMemoryTaskStore()
    const { taskId } = await create(store, undefined, { ttl: 100 })
    store.cleanup()
    expect([vi.getTimerCount(), await store.getTask(taskId), store.getAllTasks()]).toEqual([0, null, []])
  })
})

describe('tasks', () => {
  test.each([
    [10, [10]],
    [11, [10, 1]],
    [21, [10, 10, 1]],
  ])('%i are listed by pages', async (count, pages) => {
    const store = new InMemoryTaskStore()
    const ids: string[] = []
    for (let made = 0; made < count; made += 1) ids.push((await create(store)).taskId)
    const listed: string[][] = []
    let cursor: string | undefined
    do {
      const { tasks, nextCursor } = await store.listTasks(cursor)
      listed.push(tasks.map(({ taskId }) => taskId))
      cursor = nextCursor
    } while (cursor !== undefined)
    expect(listed.map(({ length }) => length)).toEqual(pages)
    expect(listed.flat()).toEqual(ids)
  })

  test('are not listed after what is none', async () => {
    await expect(new InMemoryTaskStore().listTasks('x')).rejects.toThrow(new Error('Invalid cursor: x'))
    expect(await new InMemoryTaskStore().listTasks('')).toStrictEqual({ tasks: [], nextCursor: undefined })
  })
})

describe('the messages of a task', () => {
  const message = (id: number): QueuedMessage => ({
    ...{ type: 'request', timestamp: 1, message: { jsonrpc: '2.0', id, method: 'a' } },
  })

  test('are taken in their order', async () => {
    const queue = new InMemoryTaskMessageQueue()
    for (const id of [1, 2]) await queue.enqueue('t', message(id))
    await queue.enqueue('other', message(3))
    expect([await queue.dequeue('t'), await queue.dequeue('t'), await queue.dequeue('t')]).toEqual([
      message(1),
      message(2),
      undefined,
    ])
    expect(await queue.dequeue('none')).toBeUndefined()
  })

  test('are taken all at once', async () => {
    const queue = new InMemoryTaskMessageQueue()
    for (const id of [1, 2]) await queue.enqueue('t', message(id))
    expect(await queue.dequeueAll('t')).toEqual([message(1), message(2)])
    expect([await queue.dequeueAll('t'), await queue.dequeue('t')]).toEqual([[], undefined])
  })

  test('may be no more than their limit', async () => {
    const queue = new InMemoryTaskMessageQueue()
    await queue.enqueue('t', message(1), undefined, 1)
    await expect(queue.enqueue('t', message(2), undefined, 1)).rejects.toThrow(
      new Error('Task message queue overflow: queue size (1) exceeds maximum (1)'),
    )
    await expect(queue.enqueue('u', message(2), undefined, 0)).rejects.toThrow(
      new Error('Task message queue overflow: queue size (0) exceeds maximum (0)'),
    )
    expect(await queue.dequeueAll('t')).toEqual([message(1)])
  })
})
