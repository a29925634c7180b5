import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { TaskWorld } from '#test/support/task-nodes.js'
import type { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { tool } from '../../tools/tool.js'

/** The key that a server called "s" stores tasks of a principal under. */
const ownerKey = (who: string) => JSON.stringify(['s', JSON.stringify([who, null, null, null])])

const rejectedBy = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

const refusal = (name: string, limit: number) => `-32603 Too many tasks: the limit ${name} is ${limit}`

/** A node with a tool that ends at once, one that ends when it is given up, and one that hears nothing and ends by hand. */
function setUp(limits: Readonly<Record<string, number>>) {
  const world = new TaskWorld()
  const ends: (() => void)[] = []
  const node = world.node(
    {
      quick: tool({ task: 'optional', run: () => 'a' }),
      slow: tool({
        task: 'optional',
        run: (_args, { signal }) =>
          new Promise<string>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      }),
      deaf: tool({ task: 'optional', run: () => new Promise<string>((resolve) => ends.push(() => resolve('a'))) }),
    },
    { limits, store: undefined },
  )
  const create = async (name: string, who = 'a') => {
    const outcome = await node.create(name, {}, { who, ttlMs: 60_000 }).then(
      () => 'created',
      ({ code, message }: RpcError) => `${code} ${message}`,
    )
    await world.settle()
    return outcome
  }
  const list = async (who = 'a') => {
    const { tasks } = await node.service.list(JSON.stringify([who, null, null, null]), undefined, 100)
    return tasks.map(({ task }) => task)
  }
  return { world, node, ends, create, list }
}

test('there are as many live tasks as the limits say', async () => {
  verifies('TASK-22')
  const { world, node, create } = setUp({ tasks: 5, tasksPerPrincipal: 2 })
  expect(await Promise.all(['slow', 'slow', 'slow'].map((name) => create(name)))).toEqual([
    'created',
    'created',
    refusal('tasksPerPrincipal', 2),
  ])
  expect([
    await create('slow'),
    await create('slow', 'b'),
    await create('slow', 'b'),
    await create('slow', 'b'),
  ]).toEqual([refusal('tasksPerPrincipal', 2), 'created', 'created', refusal('tasksPerPrincipal', 2)])
  expect([await create('slow', 'c'), await create('slow', 'c')]).toEqual(['created', refusal('tasks', 5)])
  await node.service.close()
  expect(world.runtime.timers).toBe(0)
})

test('tasks that ended make room for new ones of their owner, the oldest first', async () => {
  const { create, list } = setUp({ tasksPerPrincipal: 3 })
  await create('slow')
  for (let n = 0; n < 10; n += 1) expect(await create('quick')).toBe('created')
  const [first, second, third, ...more] = await list()
  expect([first?.status, second?.status, third?.status, more]).toEqual(['working', 'completed', 'completed', []])
  expect(await create('slow')).toBe('created')
  expect((await list()).map(({ taskId }) => taskId).slice(0, 2)).toEqual([first?.taskId, third?.taskId])
  expect([await create('slow'), await create('quick')]).toEqual(['created', refusal('tasksPerPrincipal', 3)])
})

test('where all tasks together are too many, only those of the owner make room', async () => {
  const { create, list } = setUp({ tasks: 3 })
  expect([await create('quick', 'a'), await create('quick', 'b'), await create('quick', 'b')]).toEqual([
    'created',
    'created',
    'created',
  ])
  expect([await create('quick', 'c'), await create('slow', 'b'), await create('slow', 'b')]).toEqual([
    refusal('tasks', 3),
    'created',
    'created',
  ])
  expect([await create('quick', 'b'), (await list('a')).length, (await list('b')).length]).toEqual([
    refusal('tasks', 3),
    1,
    2,
  ])
})

test('tasks that begin at the same time find as much room as there is', async () => {
  const { create, list } = setUp({ tasksPerPrincipal: 3 })
  for (let n = 0; n < 3; n += 1) await create('quick')
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => create('slow')))
  const created = outcomes.filter((outcome) => outcome === 'created').length
  expect([created, (await list()).length]).toEqual([3, 3])
})

test('nodes that begin tasks at the same time leave none behind that they refused', async () => {
  const world = new TaskWorld()
  const slow = tool({ task: 'optional', run: (_args, { signal }) => rejectedBy(signal) })
  const nodes = ['first', 'second', 'third'].map(() => world.node({ slow }, { limits: { tasksPerPrincipal: 1 } }))
  const outcomes = await Promise.allSettled(nodes.map((node) => node.create('slow', {}, { who: 'a' })))
  await world.settle()
  const created = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(created).toHaveLength(1)
  expect(await world.store.list(ownerKey('a'), undefined, 100)).toEqual(created)
})

test('a handler that goes on after its task is gone takes the place of one', async () => {
  const { world, ends, create, list } = setUp({ tasksPerPrincipal: 2 })
  expect([await create('deaf'), await create('deaf')]).toEqual(['created', 'created'])
  await world.pass(60_000)
  expect([await list(), await create('quick'), await create('quick', 'b')]).toEqual([
    [],
    refusal('tasksPerPrincipal', 2),
    'created',
  ])
  for (const end of ends) end()
  await world.settle()
  expect(await create('quick')).toBe('created')
})

test('a caller whose tasks ended may create as many again, and those of others are counted apart', async () => {
  const { world, create } = setUp({ tasks: 10, tasksPerPrincipal: 1 })
  for (const who of ['a', 'b', 'a']) expect(await create('quick', who)).toBe('created')
  expect([await create('slow'), await create('slow'), await create('slow', 'b')]).toEqual([
    'created',
    refusal('tasksPerPrincipal', 1),
    'created',
  ])
  await world.settle()
})
