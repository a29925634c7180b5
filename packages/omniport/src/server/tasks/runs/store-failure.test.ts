import { expect, test } from 'vitest'
import { type TaskNode, TaskWorld } from '#test/support/task-nodes.js'
import type { Tasks } from '../../../store/tasks.js'
import type { JsonValue } from '../../../values/json/json-value.js'
import type { Context } from '../../requests/context.js'
import { tool } from '../../tools/tool.js'

/** A store whose writings of records fail as long as `refuses` says so. */
function failing(store: Tasks, refuses: (value: JsonValue) => boolean): Tasks {
  return {
    create: store.create.bind(store),
    get: store.get.bind(store),
    delete: store.delete.bind(store),
    list: store.list.bind(store),
    lease: store.lease.bind(store),
    replace: async (...write) => {
      if (refuses(write[2])) throw new Error('the disk is full')
      return store.replace(...write)
    },
  }
}

async function begin(run: (ctx: Context) => unknown, refuses: (value: JsonValue) => boolean) {
  const world = new TaskWorld()
  const t = tool({ task: 'optional', run: async (_args, ctx) => String(await run(ctx)) })
  const node = world.node({ t }, { store: failing(world.store, refuses) })
  return { world, node, id: await node.create('t') }
}

const messagesOf = ({ logger }: TaskNode) => logger.errors.map(({ message }) => message)

test('an outcome that cannot be kept is kept later', async () => {
  let isFull = true
  const { world, node, id } = await begin(
    () => 'done',
    () => isFull,
  )
  await world.pass(2_500)
  expect((await node.get(id)).task.status).toBe('working')
  isFull = false
  await world.pass(500)
  expect((await node.get(id)).outcome).toEqual({
    type: 'result',
    result: { content: [{ type: 'text', text: 'done' }] },
  })
  expect(new Set(messagesOf(node))).toEqual(new Set(['The outcome of a task could not be kept']))
  expect(world.runtime.timers).toBe(0)
})

test('an outcome that is never taken becomes an error', async () => {
  const { world, node, id } = await begin(
    () => 'too much',
    (value) => JSON.stringify(value).includes('too much'),
  )
  await world.pass(10_000)
  const { task, outcome } = await node.get(id)
  const message = 'The result of the task could not be kept'
  expect([task.status, outcome]).toEqual(['failed', { type: 'error', error: { code: -32603, message } }])
})

test('where nothing can be kept the task is left to whoever looks later', async () => {
  let isFull = true
  let runs = 0
  const { world, node, id } = await begin(
    () => {
      runs += 1
      return 'done'
    },
    () => isFull,
  )
  await world.pass(30_000)
  expect([runs, world.runtime.timers]).toEqual([1, 1]) // the time after which this node looks itself
  isFull = false
  expect((await node.ended(id)).task.status).toBe('completed')
  expect(runs).toBe(2)
})

test('a side effect that cannot be kept is not told to the handler', async () => {
  const { node, id } = await begin(
    (ctx) => ctx.once('pay', () => 'paid'),
    (value) => JSON.stringify(value).includes('paid'),
  )
  const { outcome } = await node.ended(id)
  expect(outcome).toMatchObject({ type: 'result', result: { isError: true } })
  expect(messagesOf(node)).toEqual(['tool t failed'])
})

test('an error of the store stays private in every function of the context, and one of the side effect is read', async () => {
  const form = { type: 'object', properties: { a: { type: 'string' } } } as const
  const runs: readonly [(ctx: Context) => unknown, RegExp][] = [
    [(ctx) => ctx.once('pay', () => 'secret word'), /^internal error [0-9a-f]{8}$/],
    [(ctx) => ctx.elicit('secret word', form), /^internal error [0-9a-f]{8}$/],
    [(ctx) => ctx.once('pay', () => Promise.reject(new Error('no money'))), /^no money$/],
  ]
  for (const [run, expected] of runs) {
    const { node, id } = await begin(run, (value) => JSON.stringify(value).includes('secret word'))
    const { outcome } = await node.ended(id)
    expect(outcome).toMatchObject({
      type: 'result',
      result: { isError: true, content: [{ text: expect.stringMatching(expected) }] },
    })
  }
})

test('a task that cannot be kept is not created', async () => {
  const world = new TaskWorld()
  const store: Tasks = { ...failing(world.store, () => false), create: () => Promise.reject(new Error('no')) }
  const node = world.node({ t: tool({ task: 'optional', run: () => 'ran' }) }, { store })
  await expect(node.create('t')).rejects.toThrow('no')
  expect(world.runtime.timers).toBe(0)
})
