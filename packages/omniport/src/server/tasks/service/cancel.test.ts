import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { TaskWorld } from '#test/support/task-nodes.js'
import { isSuspended } from '../../input/suspended.js'
import type { Context } from '../../requests/context.js'
import { tool } from '../../tools/tool.js'

const form = { type: 'object', properties: { name: { type: 'string' } } } as const
const cancelled = { status: 'cancelled', statusMessage: 'The task was cancelled by request.' }

function setUp(run: (ctx: Context) => Promise<unknown> | unknown) {
  const world = new TaskWorld()
  const tools = { t: tool({ task: 'optional', run: async (_args, ctx) => String(await run(ctx)) }) }
  return { world, tools, node: world.node(tools) }
}

test.each(['this node', 'another node'])('a task that works is cancelled for good on %s', async (where) => {
  verifies('TASK-09', 'TASK-16')
  let finish: (text: string) => void = () => {}
  const aborts: unknown[] = []
  const { world, node, tools } = setUp(({ signal }) => {
    signal.addEventListener('abort', () => aborts.push(signal.reason))
    return new Promise((resolve) => {
      finish = resolve
    })
  })
  const id = await node.create('t')
  await world.settle()
  const canceller = where === 'this node' ? node : world.node(tools)
  expect((await canceller.service.cancel(id, 'stdio')).task).toMatchObject(cancelled)
  await world.settle()
  expect(aborts).toMatchObject([{ code: 'closed', message: 'The task was cancelled' }])
  finish('late')
  await world.settle()
  const { task, outcome } = await node.get(id)
  expect([task, outcome]).toMatchObject([cancelled, undefined])
  expect([world.runtime.timers, node.logger.errors]).toEqual([0, []])
})

test('word of it may be lost: the node that runs the task looks for itself', async () => {
  const aborts: unknown[] = []
  const deaf = { publish() {}, subscribe: () => () => {} }
  const { world, tools } = setUp(({ signal }) => {
    signal.addEventListener('abort', () => aborts.push(signal.reason))
    return new Promise(() => {})
  })
  const node = world.node(tools, { bus: deaf })
  const id = await node.create('t')
  await node.service.cancel(id, 'stdio')
  await world.pass(3_999)
  expect(aborts.length).toBe(0)
  await world.pass(1)
  expect([aborts.length, world.runtime.timers]).toEqual([1, 0])
})

test('a task that waits for an answer is cancelled, and the question with it', async () => {
  verifies('TASK-16')
  const reasons: unknown[] = []
  const { world, node } = setUp((ctx) =>
    ctx.elicit('Who?', form, { key: 'name' }).catch((reason: unknown) => {
      reasons.push(reason)
      throw reason
    }),
  )
  const id = await node.create('t')
  await world.settle()
  expect((await node.service.cancel(id, 'stdio')).inputRequests).toEqual({})
  await node.answer(id, { name: { action: 'decline' } })
  await world.settle()
  expect(reasons).toMatchObject([{ code: 'closed', message: 'The task was cancelled' }])
  expect([reasons.some(isSuspended), (await node.get(id)).task]).toMatchObject([false, cancelled])
})

test('a task that is final stays what it is', async () => {
  verifies('TASK-09', 'TASK-16')
  const { world, node } = setUp(() => 'done')
  const id = await node.create('t')
  await world.settle()
  const before = await node.get(id)
  expect(await node.service.cancel(id, 'stdio')).toEqual(before)
  expect(before.task.status).toBe('completed')
})

test('side effects of a task that was cancelled are not told to it any more', async () => {
  let finish: () => void = () => {}
  const seen: string[] = []
  const { world, node } = setUp(async (ctx) => {
    await ctx.once(
      'pay',
      () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    )
    seen.push('after')
  })
  const id = await node.create('t')
  await world.settle()
  await node.service.cancel(id, 'stdio')
  finish()
  await world.settle()
  expect(seen).toEqual([])
})
