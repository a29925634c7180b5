import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { createGatewayParts } from '../fixtures/gateway-parts.js'
import { FinishedTask } from './finished-task.js'
import { createFollowed, stateWith } from './fixtures/followed.js'
import { startMs } from './fixtures/task-upstream.js'
import { UpstreamTasks } from './upstream-tasks.js'

const unknown = (id: string) => ({ code: -32602, message: `Unknown task: ${id}` })

function create(limits: Partial<Limits> = {}) {
  const runtime = new VirtualRuntime({ startMs })
  const { services } = createGatewayParts(limits, {}, runtime)
  const tasks = new UpstreamTasks(services)
  const noticed: string[] = []
  const add = (...given: Parameters<typeof createFollowed>) => {
    const followed = createFollowed(...given)
    tasks.add(followed.task)
    return followed
  }
  /** Adds a task whose outcome is kept here, of so many characters. */
  const addFinished = (id: string, length: number) => {
    const content = [{ type: 'text' as const, text: 'x'.repeat(length) }]
    return add(id, { source: new FinishedTask({ type: 'result', result: { content } }, services) })
  }
  return { tasks, runtime, add, addFinished, noticed, watch: () => tasks.watch((id) => void noticed.push(id)) }
}

describe('a task is found', () => {
  test('by its id and its owner', () => {
    const { tasks, add } = create()
    const { task } = add('c1')
    expect([tasks.find('c1', 'ann'), tasks.find('c1', 'ben'), tasks.find('c2', 'ann')]).toEqual([
      ...[task, undefined, undefined],
    ])
  })

  test('until its time is over', async () => {
    const { tasks, add, runtime } = create()
    const { task } = add('c1', { untilMs: startMs + 100 })
    await runtime.advance(99)
    expect(tasks.find('c1', 'ann')).toBe(task)
    await runtime.advance(1)
    expect([tasks.find('c1', 'ann'), (await tasks.list('ann')).tasks]).toEqual([undefined, []])
  })

  test('unless its owner has too many', () => {
    const { tasks, add } = create({ tasksPerPrincipal: 2 })
    for (const id of ['c1', 'c2', 'c3']) add(id)
    add('c1', { owner: 'ben' })
    expect(['c1', 'c2', 'c3'].map((id) => tasks.find(id, 'ann')?.id)).toEqual([undefined, 'c2', 'c3'])
    expect(tasks.find('c1', 'ben')?.id).toBe('c1')
  })

  test('unless there are too many owners', () => {
    const { tasks, add } = create({ tasks: 2 })
    for (const owner of ['ann', 'ben', 'cem']) add('c1', { owner })
    expect(['ann', 'ben', 'cem'].map((owner) => tasks.find('c1', owner)?.owner)).toEqual([undefined, 'ben', 'cem'])
  })

  test('unless its outcome takes too much with those of others', () => {
    const { tasks, add, addFinished } = create({ parkedBytes: 6_000 })
    add('c0')
    addFinished('c1', 1_000)
    addFinished('c2', 1_000)
    expect(tasks.find('c1', 'ann')?.id).toBe('c1')
    addFinished('c3', 1_000)
    expect(['c0', 'c1', 'c2', 'c3'].map((id) => tasks.find(id, 'ann')?.id)).toEqual(['c0', undefined, 'c2', 'c3'])
  })
})

describe('a request', () => {
  test('about a task that is not known is refused', async () => {
    const { tasks } = create()
    const refusal = { key: 'a', error: RpcError.internal('x') }
    const id = `${'x'.repeat(128)}y`
    const message = { code: -32602, message: `Unknown task: ${'x'.repeat(128)}…` }
    await expect(tasks.get(id, 'ann')).rejects.toMatchObject(message)
    await expect(tasks.answer('c1', 'ann', new Map())).rejects.toMatchObject(unknown('c1'))
    await expect(tasks.refuse('c1', 'ann', refusal)).rejects.toMatchObject(unknown('c1'))
    await expect(tasks.cancel('c1', 'ann')).rejects.toMatchObject(unknown('c1'))
  })

  test('reaches the task', async () => {
    const { tasks, add } = create()
    const { source } = add('c1')
    const error = RpcError.internal('x')
    await tasks.answer('c1', 'ann', new Map([['a', 1]]))
    await tasks.refuse('c1', 'ann', { key: 'b', error })
    expect((await tasks.cancel('c1', 'ann')).task).toMatchObject({ taskId: 'c1', status: 'working' })
    expect(source.noticed).toEqual([['answer', ['a', 1]], ['refuse', 'b', error], ['cancel']])
  })

  test('that finds another state tells those who watch', async () => {
    const { tasks, add, noticed, watch } = create()
    const { source } = add('c1')
    const stop = watch()
    expect((await tasks.get('c1', 'ann')).version).toBe(1)
    await tasks.get('c1', 'ann')
    expect(noticed).toEqual(['c1'])
    source.state = stateWith('completed')
    await tasks.get('c1', 'ann')
    expect(noticed).toEqual(['c1', 'c1'])
    stop()
    tasks.markChanged('c1')
    expect(noticed).toHaveLength(2)
  })
})

test('the tasks of an owner are listed, without those that pass and those that cannot be read', async () => {
  const { tasks, add } = create()
  add('c1')
  add('c2', { passes: true })
  add('c3').source.read = () => Promise.reject(new Error('gone'))
  add('c4')
  add('c5', { owner: 'ben' })
  expect((await tasks.list('ann')).tasks.map(({ task }) => task.taskId)).toEqual(['c1', 'c4'])
  expect(await tasks.list('cem')).toEqual({ tasks: [] })
})

describe('a change', () => {
  test('is there at once where the version is another', async () => {
    const { tasks, add, runtime } = create()
    add('c1')
    const { signal } = new AbortController()
    expect(await tasks.changed('c1', 'ann', { version: 0, signal })).toMatchObject({ version: 1 })
    expect(runtime.timers).toBe(0)
  })

  test.each([
    [70, 70],
    [10, 50],
    [90_000, 60_000],
    [undefined, 1_000],
  ])('is looked for as often as the upstream wishes: each %s ms after %i', async (pollIntervalMs, ms) => {
    const { tasks, add, runtime } = create()
    const { source } = add('c1')
    const more = pollIntervalMs === undefined ? {} : { pollIntervalMs }
    source.state = stateWith('working', more)
    const changed = tasks.changed('c1', 'ann', { version: 1, signal: new AbortController().signal })
    let isSettled = false
    void changed.then(() => (isSettled = true))
    await settled()
    source.state = stateWith('completed', more)
    await runtime.advance(ms - 1)
    expect(isSettled).toBe(false)
    await runtime.advance(1)
    expect(await changed).toMatchObject({ version: 2, task: { status: 'completed' } })
    expect(runtime.timers).toBe(0)
  })

  test('is looked for at once when the task is said to have changed', async () => {
    const { tasks, add, runtime } = create()
    const { source } = add('c1')
    await tasks.get('c1', 'ann')
    const changed = tasks.changed('c1', 'ann', { version: 1, signal: new AbortController().signal })
    await settled()
    source.state = stateWith('completed')
    tasks.markChanged('c2')
    await settled()
    expect(runtime.timers).toBe(1)
    tasks.markChanged('c1')
    expect(await changed).toMatchObject({ version: 2 })
  })

  test('is not waited for after the signal aborts, or the end', async () => {
    const { tasks, add } = create()
    add('c1')
    await tasks.get('c1', 'ann')
    const abort = new AbortController()
    const [one, two] = [abort.signal, new AbortController().signal].map((signal) =>
      tasks.changed('c1', 'ann', { version: 1, signal }),
    )
    await settled()
    const reason = new Error('left')
    abort.abort(reason)
    await expect(one).rejects.toBe(reason)
    tasks.close()
    await expect(two).rejects.toMatchObject({ code: -32603, message: 'The gateway is closed' })
  })
})

describe('a task that is followed', () => {
  test('is looked at until it ends', async () => {
    const { tasks, add, runtime, noticed, watch } = create()
    const { task, source } = add('c1')
    watch()
    tasks.follow(task, new AbortController().signal)
    tasks.follow(task, new AbortController().signal)
    await settled()
    expect([noticed, task.watchers.size, runtime.timers]).toEqual([['c1'], 2, 1])
    source.state = stateWith('completed')
    await runtime.advance(1_000)
    expect([noticed, task.watchers.size, runtime.timers]).toEqual([['c1', 'c1'], 0, 0])
  })

  test('is looked at again after a look that failed', async () => {
    const { tasks, add, runtime, noticed, watch } = create()
    const { task, source } = add('c1')
    watch()
    tasks.follow(task, new AbortController().signal)
    await settled()
    const { read } = source
    source.read = () => Promise.reject(new Error('away'))
    await runtime.advance(1_000)
    source.read = read
    source.state = stateWith('completed')
    await runtime.advance(1_000)
    expect([noticed.length, task.watchers.size]).toEqual([2, 0])
  })

  test('that could never be read is not looked at again', async () => {
    const { tasks, add, runtime } = create()
    const { task, source } = add('c1')
    source.read = () => Promise.reject(new Error('away'))
    tasks.follow(task, new AbortController().signal)
    await settled()
    expect([task.watchers.size, runtime.timers]).toEqual([0, 0])
  })

  test('is looked at as long as anybody watches', async () => {
    const { tasks, add, runtime, noticed, watch } = create()
    const { task, source } = add('c1')
    const watching = [new AbortController(), new AbortController(), new AbortController()] as const
    watch()
    for (const { signal } of watching) tasks.follow(task, signal)
    await settled()
    for (const { signal } of watching) tasks.follow(task, signal)
    watching[1].abort()
    watching[0].abort()
    await settled()
    expect([noticed, task.watchers, runtime.timers]).toEqual([['c1'], new Set([watching[2].signal]), 1])
    source.state = stateWith('working', { statusMessage: 'still' })
    await runtime.advance(1_000)
    expect([noticed, runtime.timers]).toEqual([['c1', 'c1'], 1])
    watching[2].abort()
    await settled()
    expect([task.watchers.size, runtime.timers]).toEqual([0, 0])
    tasks.follow(task, new AbortController().signal)
    await settled()
    expect([task.watchers.size, runtime.timers]).toEqual([1, 1])
  })

  test.each<[string, (abort: AbortController, tasks: UpstreamTasks) => void]>([
    ['its signal aborts', (abort) => abort.abort()],
    ['the gateway is closed', (_abort, tasks) => tasks.close()],
  ])('is not looked at any more when %s', async (_when, end) => {
    const { tasks, add, runtime } = create()
    const { task } = add('c1')
    const abort = new AbortController()
    tasks.follow(task, abort.signal)
    await settled()
    end(abort, tasks)
    await settled()
    expect([task.watchers.size, runtime.timers]).toEqual([0, 0])
    tasks.follow(task, abort.signal)
    await settled()
    expect(runtime.timers).toBe(0)
  })

  test('is not looked at when its time is over', async () => {
    const { tasks, add, runtime } = create()
    const { task } = add('c1', { untilMs: startMs + 1_500 })
    tasks.follow(task, new AbortController().signal)
    await runtime.advance(2_000)
    expect([task.watchers.size, runtime.timers]).toEqual([0, 0])
  })
})
