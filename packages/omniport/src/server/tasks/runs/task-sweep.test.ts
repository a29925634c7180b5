import { expect, test } from 'vitest'
import { createSession, type TaskNode, TaskWorld } from '#test/support/task-nodes.js'
import { defaultLimits } from '../../../protocol/limits/limits.js'
import type { Bus } from '../../../store/bus.js'
import type { Tasks } from '../../../store/tasks.js'
import type { Context } from '../../requests/context.js'
import { tool } from '../../tools/tool.js'
import { TaskStream } from '../extension/task-stream.js'
import type { TaskSnapshot } from '../service/task-snapshot.js'
import { StatusNotifications } from '../v2025/status-notifications.js'

const revisions = ['2025-11-25', '2026-07-28'] as const

interface SharedNode {
  readonly node: TaskNode
  /** The names of the store's methods that the node called. */
  readonly used: string[]
  /** Ends the process of the node: nothing that it does reaches others any more. */
  kill(): void
}

/** Creates a node that can be killed, with one tool. */
function createNode(world: TaskWorld, run: (ctx: Context) => Promise<string>): SharedNode {
  const used: string[] = []
  let isDead = false
  const seen = <A extends unknown[], R>(method: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      if (isDead) return new Promise<R>(() => {})
      used.push(method.name)
      return method.apply(world.store, args)
    }
  }
  const { create, get, replace, delete: remove, lease, list } = world.store
  const store: Tasks = {
    ...{ create: seen(create), get: seen(get), replace: seen(replace) },
    ...{ delete: seen(remove), lease: seen(lease), list: seen(list) },
  }
  const bus: Bus = {
    publish: (topic, message) => (isDead ? undefined : world.bus.publish(topic, message)),
    subscribe: (topic, listener) => world.bus.subscribe(topic, (message) => !isDead && listener(message)),
  }
  const node = world.node({ t: tool({ task: 'optional', run: (_args, ctx) => run(ctx) }) }, { store, bus })
  const kill = () => {
    isDead = true
  }
  return { node, used, kill }
}

/** Runs until it is aborted. */
function forever({ signal }: Context): Promise<string> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

/** The status of a task in the store, which nobody asked a node for. */
async function statusOf(world: TaskWorld, id: string): Promise<unknown> {
  return ((await world.store.get(id))?.value as { readonly status?: unknown } | undefined)?.status
}

test.each(revisions)(
  'a task of %s whose node is gone goes on at another, though nobody asks for it',
  async (revision) => {
    const world = new TaskWorld()
    const first = createNode(world, forever)
    const second = createNode(world, async () => 'done by the second')
    const id = await first.node.create('t', {}, { revision })
    await world.pass(60_000)
    expect(await statusOf(world, id)).toBe('working')
    first.kill()
    await world.pass(10_000)
    expect(await statusOf(world, id)).toBe('working')
    await world.pass(40_000)
    expect(await statusOf(world, id)).toBe('completed')
    expect(await second.node.text(id)).toBe('done by the second')
  },
)

test('those who follow a task at a third node hear of its end, without asking again', async () => {
  const world = new TaskWorld()
  const first = createNode(world, forever)
  createNode(world, async () => {
    throw new Error('The second node cannot do it')
  })
  const third = world.node({})
  const id = await first.node.create('t')
  const notified: unknown[] = []
  const stream = {
    signal: new AbortController().signal,
    notify: (_method: string, params?: object) => void notified.push(params),
  }
  const { service, logger } = third
  const encode = ({ task }: TaskSnapshot) => task
  new TaskStream([id], { tasks: service, owner: 'stdio', stream, logger, encode }).start()
  const session = createSession()
  const notifications = new StatusNotifications(service, { limits: defaultLimits, logger })
  notifications.add(await third.get(id), { session, owner: 'stdio' })
  await world.pass(5_000)
  first.kill()
  await world.pass(45_000)
  expect(notified.at(-1)).toMatchObject({ taskId: id, status: 'completed' })
  expect(session.notified.at(-1)).toMatchObject({
    method: 'notifications/tasks/status',
    params: { taskId: id, status: 'failed' },
  })
  notifications.close()
})

test('of several nodes one goes on with the task', async () => {
  const world = new TaskWorld()
  const first = createNode(world, forever)
  const began: string[] = []
  for (const name of ['second', 'third', 'fourth']) {
    createNode(world, async (ctx) => {
      began.push(name)
      return forever(ctx)
    })
  }
  await first.node.create('t')
  await world.pass(5_000)
  first.kill()
  await world.pass(300_000)
  expect(began).toHaveLength(1)
})

test('a node that began after the task takes part too', async () => {
  const world = new TaskWorld()
  const first = createNode(world, forever)
  const id = await first.node.create('t')
  await world.pass(1_000)
  createNode(world, async () => 'late')
  await world.pass(10_000)
  first.kill()
  await world.pass(45_000)
  expect(await statusOf(world, id)).toBe('completed')
})

test('other nodes read nothing of tasks whose nodes live, or that have ended', async () => {
  const world = new TaskWorld()
  let finish: (text: string) => void = () => {}
  const first = createNode(world, () => {
    return new Promise((resolve) => {
      finish = resolve
    })
  })
  const second = createNode(world, forever)
  const id = await first.node.create('t')
  await world.pass(120_000)
  finish('done')
  await world.pass(120_000)
  expect(await statusOf(world, id)).toBe('completed')
  expect(second.used).toEqual([])
})

test('a node that closes leaves its tasks, which go on elsewhere at once', async () => {
  const world = new TaskWorld()
  const first = createNode(world, forever)
  createNode(world, async () => 'taken over')
  const id = await first.node.create('t')
  await world.pass(1_000)
  const closed = first.node.service.close()
  await world.pass(1_000)
  await closed
  expect(await statusOf(world, id)).toBe('completed')
})

test('a node that cannot read the store looks again', async () => {
  const world = new TaskWorld()
  const first = createNode(world, forever)
  let failures = 1
  const get: Tasks['get'] = (...args) => {
    failures -= 1
    return failures >= 0 ? Promise.reject(new Error('away')) : world.store.get(...args)
  }
  const store: Tasks = {
    get,
    create: (...args) => world.store.create(...args),
    replace: (...args) => world.store.replace(...args),
    delete: (...args) => world.store.delete(...args),
    lease: (...args) => world.store.lease(...args),
    list: (...args) => world.store.list(...args),
  }
  const second = world.node({ t: tool({ task: 'optional', run: () => 'at last' }) }, { store })
  const id = await first.node.create('t')
  await world.pass(1_000)
  first.kill()
  await world.pass(90_000)
  expect(await statusOf(world, id)).toBe('completed')
  expect(second.logger.errors).toMatchObject([{ message: expect.stringContaining('could not be read') }])
})

test('nodes without tasks have no timers', async () => {
  const world = new TaskWorld()
  const first = createNode(world, async () => 'done')
  createNode(world, async () => 'done')
  const before = world.runtime.timers
  const id = await first.node.create('t')
  await world.pass(120_000)
  expect(await statusOf(world, id)).toBe('completed')
  expect(world.runtime.timers).toBe(before)
})
