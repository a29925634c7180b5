import { expect, test } from 'vitest'
import { TaskWorld } from '#test/support/task-nodes.js'
import { createMemoryTasks } from '../../../store/memory/memory-tasks.js'
import type { Tasks } from '../../../store/tasks.js'
import type { JsonValue } from '../../../values/json/json-value.js'
import { tool } from '../../tools/tool.js'

/** A node whose handler does one thing before and one after it is told to go on. */
function setUp(storeOf: (world: TaskWorld) => Tasks = ({ store }) => store) {
  const world = new TaskWorld()
  const did: string[] = []
  const steps: (() => void)[] = []
  const t = tool({
    task: 'optional',
    async run(_args, ctx) {
      did.push('begins')
      await ctx.once('a', () => void did.push('a'))
      await new Promise<void>((resolve) => steps.push(resolve))
      await ctx.once('b', () => void did.push('b'))
      return 'done'
    },
  })
  const store = storeOf(world)
  const node = world.node({ t }, { store })
  const goOn = () => {
    for (const step of steps.splice(0)) step()
  }
  return { world, store, node, did, goOn }
}

test('a run that stood still longer than its lease goes on where nobody else ran the task', async () => {
  const { world, store, node, did, goOn } = setUp()
  const id = await node.create('t')
  await world.settle()
  world.runtime.skip(20_000)
  await node.get(id)
  await world.pass(4_000)
  await node.get(id)
  goOn()
  expect(await node.text(id)).toBe('done')
  expect([did, node.logger.errors]).toEqual([['begins', 'a', 'b'], []])
  expect((await store.get(id))?.value).toMatchObject({ status: 'completed' })
})

test('what is written while the lease is taken anew is kept', async () => {
  const { world, node, did, goOn } = setUp()
  const id = await node.create('t')
  await world.settle()
  for (let round = 0; round < 3; round += 1) {
    world.runtime.skip(20_000)
    await world.pass(4_000)
  }
  world.runtime.skip(20_000)
  goOn()
  await world.pass(4_000)
  expect(await node.text(id)).toBe('done')
  expect(did).toEqual(['begins', 'a', 'b'])
})

test('a lease that another node had in between is lost', async () => {
  const { world, store, node, did, goOn } = setUp()
  const id = await node.create('t')
  await world.settle()
  world.runtime.skip(20_000)
  const lease = await store.lease(id, 'other', 1_000)
  const stored = await store.get(id)
  if (stored === undefined || lease === undefined) throw new TypeError('the lease is free, and the record there')
  const value = JSON.parse(JSON.stringify(stored.value).replace(/"fence":\d+/, `"fence":${lease.fence}`)) as JsonValue
  await store.replace(id, stored.version, value, 60_000)
  world.runtime.skip(2_000)
  goOn()
  await world.settle()
  expect(did).toEqual(['begins', 'a'])
  expect((await node.get(id)).task.status).toBe('working')
})

test('a lease of the same number, which a store gave again that lost its newest writes, is another one', async () => {
  const { world, store, node, goOn } = setUp()
  const id = await node.create('t')
  await world.settle()
  const stored = await store.get(id)
  if (stored === undefined) throw new TypeError('the record is there')
  const value = JSON.parse(
    JSON.stringify(stored.value).replace(/"fence":\d+/, '"fence":1,"nonce":"other"'),
  ) as JsonValue
  await store.replace(id, stored.version, value, 60_000)
  goOn()
  await world.settle()
  expect((await store.get(id))?.value).toEqual(value)
})

test('the clock of the store is not compared with that of the node', async () => {
  const ahead = 3_600_000
  const { world, store, node, did, goOn } = setUp(({ runtime }) =>
    createMemoryTasks({ clock: { now: () => runtime.now() + ahead, after: () => () => {} } }),
  )
  const id = await node.create('t')
  await world.settle()
  world.runtime.skip(20_000)
  expect(await store.lease(id, 'other', 15_000)).toMatchObject({ node: 'other' })
  goOn()
  await world.settle()
  expect([did, (await node.get(id)).task.status]).toEqual([['begins', 'a'], 'working'])
})

test('a lease counts from when it was asked for', async () => {
  let isSlow = true
  const asked: string[] = []
  const { world, node, goOn } = setUp(({ store, runtime }) => ({
    create: store.create.bind(store),
    get: store.get.bind(store),
    replace: store.replace.bind(store),
    delete: store.delete.bind(store),
    list: store.list.bind(store),
    async lease(...lease) {
      asked.push(String(lease[2]))
      const taken = await store.lease(...lease)
      if (isSlow) runtime.skip(16_000)
      isSlow = false
      return taken
    },
  }))
  const id = await node.create('t')
  await world.settle()
  expect(asked).toEqual(['15000', '15000'])
  goOn()
  expect(await node.text(id)).toBe('done')
})
