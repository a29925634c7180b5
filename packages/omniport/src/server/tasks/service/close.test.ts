import { expect, test } from 'vitest'
import { TaskWorld } from '#test/support/task-nodes.js'
import { isSuspended } from '../../input/suspended.js'
import type { Context } from '../../requests/context.js'
import { tool } from '../../tools/tool.js'

const form = { type: 'object', properties: { name: { type: 'string' } } } as const

function tools(run: (ctx: Context) => Promise<unknown>) {
  return { t: tool({ task: 'optional', run: async (_args, ctx) => String(await run(ctx)) }) }
}

const isOver = (promise: Promise<void>) => {
  let over = false
  void promise.then(() => {
    over = true
  })
  return () => over
}

test('a server that ends leaves its tasks to the others', async () => {
  const world = new TaskWorld()
  const reasons: unknown[] = []
  const ask = tools(async (ctx) => {
    try {
      return (await ctx.elicit('Who?', form, { key: 'name' })).action
    } catch (reason) {
      reasons.push(reason)
      throw reason
    }
  })
  const [first, second] = [world.node(ask), world.node(ask)]
  const id = await first.create('t')
  await world.settle()
  await first.service.close()
  expect([reasons.map(isSuspended), world.runtime.timers, first.logger.errors]).toEqual([[true], 1, []]) // the second is about to look
  expect(reasons).toMatchObject([{ message: 'The server is closing; another node goes on with the task' }])
  await world.pass(1)
  await second.answer(id, { name: { action: 'decline' } })
  expect((await second.ended(id)).outcome).toEqual({
    type: 'result',
    result: { content: [{ type: 'text', text: 'decline' }] },
  })
})

test('without a shared store its tasks are over', async () => {
  const world = new TaskWorld()
  const reasons: unknown[] = []
  const ask = tools((ctx) => {
    ctx.signal.addEventListener('abort', () => reasons.push(ctx.signal.reason))
    return ctx.elicit('Who?', form)
  })
  const node = world.node(ask, { store: undefined })
  await node.create('t')
  await world.settle()
  await node.service.close()
  expect([reasons.map(isSuspended), world.runtime.timers]).toEqual([[false], 0])
  expect(reasons).toMatchObject([{ code: 'closed', message: 'The server is closing' }])
  await expect(node.create('t')).rejects.toMatchObject({ code: -32603, message: 'The server is closing' })
})

test('a handler that does not stop is waited for, for a while', async () => {
  const world = new TaskWorld()
  const node = world.node(
    tools(() => new Promise(() => {})),
    { limits: { drainMs: 3_000 } },
  )
  await node.create('t')
  await world.settle()
  const over = isOver(node.service.close())
  await world.pass(2_999)
  expect(over()).toBe(false)
  await world.pass(1)
  expect([over(), world.runtime.timers]).toEqual([true, 0])
  await node.service.close()
})

test('what a handler does after the end is lost', async () => {
  const world = new TaskWorld()
  let finish: (text: string) => void = () => {}
  const slow = tools(
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  const [first, second] = [world.node(slow), world.node(slow)]
  const id = await first.create('t')
  await world.settle()
  const over = isOver(first.service.close())
  finish('late')
  await world.settle()
  expect([over(), (await second.get(id)).task.status]).toEqual([true, 'working'])
})
