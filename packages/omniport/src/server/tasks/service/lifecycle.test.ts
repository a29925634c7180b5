import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { TaskWorld } from '#test/support/task-nodes.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { tool } from '../../tools/tool.js'
import { ToolError } from '../../tools/tool-error.js'

/** A promise and what settles it. */
function gate<T = void>() {
  let open: (value: T) => void = () => {}
  let fail: (reason: unknown) => void = () => {}
  const promise = new Promise<T>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  return { promise, open, fail }
}

const text = (words: string) => [{ type: 'text', text: words }]

test('a task works, completes, and keeps its result', async () => {
  verifies('TASK-07', 'TASK-09', 'TASK-10', 'TASKX-09', 'TASKX-31')
  const world = new TaskWorld()
  const { promise, open } = gate<string>()
  const node = world.node({ wait: tool({ task: 'optional', run: () => promise }) })
  const at = new Date(world.runtime.now()).toISOString()
  const start = await node.start('wait', {}, { ttlMs: 60_000 })
  const task = {
    taskId: expect.stringMatching(/^[0-9a-f]{32}$/),
    status: 'working',
    createdAt: at,
    lastUpdatedAt: at,
    ttlMs: 60_000,
    pollIntervalMs: 100,
  }
  expect(start).toEqual({ type: 'task', snapshot: { task, version: expect.any(Number), inputRequests: {} } })
  const id = start.type === 'task' ? start.snapshot.task.taskId : ''
  expect((await node.get(id)).task).toEqual(task)
  await world.pass(3_000)
  expect((await node.get(id)).task).toEqual({ ...task, pollIntervalMs: 1_000 })
  open('done')
  await world.settle()
  const { pollIntervalMs: _poll, ...rest } = task
  expect(await node.get(id)).toEqual({
    task: { ...rest, taskId: id, status: 'completed', lastUpdatedAt: new Date(world.runtime.now()).toISOString() },
    version: expect.any(Number),
    inputRequests: {},
    outcome: { type: 'result', result: { content: text('done') } },
  })
  expect(world.runtime.timers).toBe(0)
  expect(await node.create('wait')).not.toBe(id)
})

test.each([
  ['text', () => 'a', { type: 'result', result: { content: text('a') } }],
  [
    'bytes, as base64',
    () => [{ type: 'image' as const, data: new Uint8Array([1, 2]), mimeType: 'image/png' }],
    { type: 'result', result: { content: [{ type: 'image', data: 'AQI=', mimeType: 'image/png' }] } },
  ],
  [
    'a structured value',
    () => ({ a: undefined, n: 1 }),
    { type: 'result', result: { content: text('{"n":1}'), structuredContent: { n: 1 } } },
  ],
  [
    'an error of the tool',
    () => {
      throw new ToolError('no')
    },
    { type: 'result', result: { content: text('no'), isError: true } },
  ],
])('what a completed task came to: %s', async (_name, run, outcome) => {
  verifies('TASKX-23')
  const world = new TaskWorld()
  const node = world.node({ t: tool({ task: 'optional', run: run as () => string }) })
  const id = await node.create('t')
  await world.settle()
  const snapshot = await node.get(id)
  expect([snapshot.task.status, snapshot.outcome]).toEqual(['completed', outcome])
})

test.each([
  [
    'an error of the protocol',
    new RpcError(-32603, 'broken', { why: 'it fell' }),
    { code: -32603, message: 'broken', data: { why: 'it fell' } },
  ],
  ['one in the numbers of its revision', new RpcError(-32002, 'not here'), { code: -32602, message: 'not here' }],
  [
    'one whose data JSON cannot carry',
    new RpcError(-1, 'big', 1n),
    { code: -32603, message: expect.stringMatching(/^internal error [0-9a-f]{8}$/) },
  ],
])('what a failed task came to: %s', async (_name, reason, error) => {
  verifies('TASKX-23')
  const world = new TaskWorld()
  const run = () => Promise.reject(reason)
  const node = world.node({ t: tool({ task: 'optional', run }) })
  const id = await node.create('t')
  await world.settle()
  const { task, outcome } = await node.get(id)
  expect([task.status, task.statusMessage, outcome]).toEqual(['failed', error.message, { type: 'error', error }])
})

test('a result that JSON cannot carry fails the task, and the log has why', async () => {
  const world = new TaskWorld()
  const node = world.node({ t: tool({ task: 'optional', run: () => ({ content: [], _meta: { big: 1n } }) as object }) })
  const id = await node.create('t')
  await world.settle()
  const { task } = await node.get(id)
  expect([task.status, node.logger.errors.map(({ message }) => message)]).toEqual(['failed', ['tool t failed']])
})

test('invalid arguments are a result of the task', async () => {
  const world = new TaskWorld()
  const input = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } as const
  const node = world.node({ t: tool({ task: 'optional', input, run: () => 'ran' }) })
  const id = await node.create('t', { n: 'x' })
  const { task, outcome } = await node.ended(id)
  expect([task.status, outcome]).toEqual([
    'completed',
    { type: 'result', result: expect.objectContaining({ isError: true }) },
  ])
})

test('a task lives as long as was wished, at least a minute, at most as long as the limit', async () => {
  verifies('TASK-11', 'TASK-20', 'TASK-22')
  const world = new TaskWorld()
  const signals: AbortSignal[] = []
  const run = (_args: unknown, { signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise<string>(() => {})
  }
  const node = world.node({ t: tool({ task: 'optional', run }) }, { limits: { taskMs: 200_000 } })
  const ids = await Promise.all([
    node.create('t'),
    node.create('t', {}, { ttlMs: 70_000 }),
    node.create('t', {}, { ttlMs: 900_000 }),
    node.create('t', {}, { ttlMs: Number.NaN }),
    node.create('t', {}, { ttlMs: 0 }),
    node.create('t', {}, { ttlMs: 59_999 }),
  ])
  const lives = async () =>
    Promise.all(
      ids.map((id) =>
        node.get(id).then(
          ({ task }) => task.ttlMs,
          ({ code }: RpcError) => code,
        ),
      ),
    )
  expect(await lives()).toEqual([200_000, 70_000, 200_000, 200_000, 60_000, 60_000])
  await world.pass(60_000)
  expect(await lives()).toEqual([200_000, 70_000, 200_000, 200_000, -32602, -32602])
  await world.pass(10_000)
  expect(await lives()).toEqual([200_000, -32602, 200_000, 200_000, -32602, -32602])
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true, false, false, true, true])
  expect(signals[1]?.reason).toMatchObject({ code: 'closed', message: 'The task expired' })
  await world.pass(130_000)
  expect(await lives()).toEqual([-32602, -32602, -32602, -32602, -32602, -32602])
  expect([signals.every(({ aborted }) => aborted), world.runtime.timers]).toEqual([true, 0])
})

test('a task that is longer than a timer expires in time', async () => {
  const world = new TaskWorld()
  const signals: AbortSignal[] = []
  const run = (_args: unknown, { signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise<string>(() => {})
  }
  world.runtime.maxTimerMs = 10_000
  const node = world.node({ t: tool({ task: 'optional', run }) })
  await node.create('t', {}, { ttlMs: 65_000 })
  await world.pass(64_999)
  expect(signals[0]?.aborted).toBe(false)
  await world.pass(1)
  expect(signals[0]?.aborted).toBe(true)
})

test('a task is known to its owner only', async () => {
  verifies('TASK-20', 'TASK-21', 'TASKX-24', 'TASKX-31')
  const world = new TaskWorld()
  const tools = { t: tool({ task: 'optional', run: () => new Promise<string>(() => {}) }) }
  const node = world.node(tools)
  const ann = await node.create('t', {}, { who: 'ann' })
  const owner = JSON.stringify(['ann', null, null, null])
  const { service } = node
  const unknown = { code: -32602, message: 'Unknown task' }
  const wait = { version: -1, signal: new AbortController().signal }
  for (const id of [ann, 'f'.repeat(32), '', 'x'.repeat(1_000_000)]) {
    const other = JSON.stringify(['bob', null, null, null])
    await expect(service.get(id, other)).rejects.toMatchObject(unknown)
    await expect(service.answer(id, other, new Map())).rejects.toMatchObject(unknown)
    await expect(service.cancel(id, other)).rejects.toMatchObject(unknown)
    await expect(service.changed(id, other, wait)).rejects.toMatchObject(unknown)
    expect(await service.list(other, undefined, 10)).toEqual({ tasks: [], next: undefined })
  }
  expect((await service.list(owner, undefined, 10)).tasks.map(({ task }) => task.taskId)).toEqual([ann])
  expect((await service.get(ann, owner)).task.status).toBe('working')
  const elsewhere = world.node(tools, { name: 'other' })
  await expect(elsewhere.service.get(ann, owner)).rejects.toMatchObject(unknown)
  expect(await elsewhere.service.list(owner, undefined, 10)).toEqual({ tasks: [], next: undefined })
})

test('tasks are listed in order, a page at a time', async () => {
  verifies('TASK-17', 'TASK-20')
  const world = new TaskWorld()
  const node = world.node({ t: tool({ task: 'optional', run: () => 'a' }) })
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) ids.push(await node.create('t'))
  const page = async (after?: string, limit = 2) => {
    const { tasks, next } = await node.service.list('stdio', after, limit)
    return [tasks.map(({ task }) => task.taskId), next]
  }
  expect(await page()).toEqual([ids.slice(0, 2), ids[1]])
  expect(await page(ids[1])).toEqual([ids.slice(2, 4), ids[3]])
  expect(await page(ids[3])).toEqual([ids.slice(4), undefined])
  expect(await page(undefined, 3)).toEqual([ids.slice(0, 3), ids[2]])
  await expect(page('nonsense')).rejects.toMatchObject({ code: -32602 })
  await expect(page('0'.repeat(32))).rejects.toMatchObject({ code: -32602 })
})
