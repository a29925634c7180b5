import { expect, test } from 'vitest'
import { TaskWorld } from '#test/support/task-nodes.js'
import type { Tasks } from '../../../store/tasks.js'
import { isSuspended } from '../../input/suspended.js'
import type { Context } from '../../requests/context.js'
import { tool } from '../../tools/tool.js'

const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const
const accept = (name: string) => ({ action: 'accept', content: { name } })

/** The store as one node sees it, until it is cut off. */
function cuttable(store: Tasks) {
  let isCut = false
  const guard = <A extends unknown[], R>(method: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      if (isCut) throw new Error('cut off')
      return method.apply(store, args)
    }
  }
  const seen: Tasks = {
    create: guard(store.create),
    get: guard(store.get),
    replace: guard(store.replace),
    delete: guard(store.delete),
    lease: guard(store.lease),
    list: guard(store.list),
  }
  return {
    store: seen,
    cut(is: boolean) {
      isCut = is
    },
  }
}

/** Two nodes with one tool, the first of which can be cut off from the store they share. */
function pair(run: (ctx: Context, node: string) => Promise<unknown>) {
  const world = new TaskWorld()
  const { store, cut } = cuttable(world.store)
  const toolsOf = (node: string) => ({
    t: tool({ task: 'optional', run: async (_args, ctx) => JSON.stringify(await run(ctx, node)) }),
  })
  return { world, cut, first: world.node(toolsOf('first'), { store }), second: world.node(toolsOf('second')) }
}

test('a task whose node is gone runs again on the node that looks, and does nothing twice', async () => {
  const did: string[] = []
  const ends: unknown[] = []
  const { world, cut, first, second } = pair(async (ctx, node) => {
    did.push(`${node} begins`)
    ctx.signal.addEventListener('abort', () => ends.push(ctx.signal.reason))
    const paid = await ctx.once('pay', ({ idempotencyKey }) => {
      did.push(`${node} pays`)
      return { idempotencyKey }
    })
    const nothing = await ctx.once('tell', () => void did.push(`${node} tells`))
    const { content } = await ctx.elicit('Who?', form, { key: 'name' })
    ctx.progress(1, 3, `${node} knows ${content?.['name']}`)
    const other = await ctx.elicit('Who else?', form, { key: 'other' })
    return [paid, nothing, content, other]
  })
  const id = await first.create('t')
  await world.settle()
  await first.answer(id, { name: accept('Ann') })
  expect(Object.keys((await first.asked(id, 'other')).inputRequests)).toEqual(['other'])
  const key = JSON.stringify((await world.store.get(id))?.value)
  cut(true)
  await world.pass(14_000)
  await second.get(id)
  await world.settle()
  expect(did).toEqual(['first begins', 'first pays', 'first tells'])
  await world.pass(6_000)
  await second.get(id)
  await world.settle()
  expect(did).toEqual(['first begins', 'first pays', 'first tells', 'second begins'])
  expect((await second.get(id)).inputRequests).toEqual({
    other: expect.objectContaining({ method: 'elicitation/create' }),
  })
  expect(ends.map(isSuspended)).toEqual([true])
  await second.answer(id, { other: accept('Bo') })
  const [paid, ...rest] = JSON.parse(String(await second.text(id))) as [{ idempotencyKey: string }]
  expect(rest).toEqual([null, accept('Ann').content, accept('Bo')])
  expect(key).toContain(paid.idempotencyKey)
  expect(paid.idempotencyKey).not.toContain(id)
  cut(false)
  await world.pass(40_000)
  expect([(await first.get(id)).task.status, world.runtime.timers]).toEqual(['completed', 0])
})

test('the first answer to a question counts, for later runs as well', async () => {
  const { world, cut, first, second } = pair(async (ctx) => [
    await ctx.elicit('Who?', form, { key: 'name' }),
    await ctx.elicit('Who else?', form, { key: 'other' }),
  ])
  const id = await first.create('t')
  await world.settle()
  await first.answer(id, { name: accept('Ann') })
  await first.asked(id, 'other')
  await first.answer(id, { name: accept('Eve') })
  cut(true)
  await world.pass(20_000)
  await second.get(id)
  await world.settle()
  await second.answer(id, { other: accept('Bo') })
  expect(await second.text(id)).toBe(JSON.stringify([accept('Ann'), accept('Bo')]))
})

test('an answer that comes while nobody runs the task is there for the next run', async () => {
  const { world, cut, first, second } = pair((ctx) => ctx.elicit('Who?', form, { key: 'name' }))
  const id = await first.create('t')
  await world.settle()
  cut(true)
  await second.answer(id, { name: accept('Ann') })
  await world.settle()
  expect((await second.get(id)).task.status).toBe('working')
  await world.pass(20_000)
  expect(await second.text(id)).toBe(JSON.stringify(accept('Ann')))
})

test.each(['bad', { action: 'accept', content: {} }])(
  'an answer like %j is not asked for again under its key',
  async (bad) => {
    const { world, cut, first, second } = pair((ctx) => ctx.elicit('Who?', form, { key: 'name' }))
    const id = await first.create('t')
    await world.settle()
    await first.answer(id, { name: bad })
    await first.asked(id, 'name~2')
    cut(true)
    await world.pass(20_000)
    await second.get(id)
    await world.settle()
    expect(Object.keys((await second.get(id)).inputRequests)).toEqual(['name~2'])
    await second.answer(id, { 'name~2': accept('Ann') })
    expect(await second.text(id)).toBe(JSON.stringify(accept('Ann')))
  },
)

test('a run that asks something else under a key of an earlier run gets another key', async () => {
  const { world, cut, first, second } = pair((ctx, node) => ctx.elicit(`Who on ${node}?`, form, { key: 'name' }))
  const id = await first.create('t')
  await world.settle()
  cut(true)
  await world.pass(20_000)
  await second.get(id)
  await world.settle()
  const { inputRequests } = await second.get(id)
  expect(inputRequests).toEqual({
    'name~2': expect.objectContaining({ params: expect.objectContaining({ message: 'Who on second?' }) }),
  })
  await second.answer(id, { name: accept('Ann'), 'name~2': accept('Bo') })
  expect(await second.text(id)).toBe(JSON.stringify(accept('Bo')))
})

test('a run that came back after another began writes nothing', async () => {
  const gates = new Map<string, (value: string) => void>()
  const seen: unknown[] = []
  const { world, cut, first, second } = pair(async (ctx, node) => {
    const value = await ctx.once('work', () => new Promise<string>((resolve) => gates.set(node, resolve)))
    seen.push(value)
    return value
  })
  const id = await first.create('t')
  await world.settle()
  cut(true)
  await world.pass(20_000)
  await second.get(id)
  await world.settle()
  cut(false)
  gates.get('first')?.('of the first')
  await world.settle()
  expect([seen, (await second.get(id)).task.status]).toEqual([[], 'working'])
  gates.get('second')?.('of the second')
  expect(await second.text(id)).toBe('"of the second"')
  expect(first.logger.errors.map(({ message }) => message)).toContain('The lease of a task could not be extended')
})

test('a side effect waits until it is known that no other node runs the task', async () => {
  const steps: (() => void)[] = []
  const did: string[] = []
  const { world, cut, first, second } = pair(async (ctx, node) => {
    await new Promise<void>((resolve) => steps.push(resolve))
    await ctx.once('pay', () => void did.push(node))
    return node
  })
  const id = await first.create('t')
  await world.settle()
  // The process of the first node stands still, and with it its timers.
  world.runtime.skip(20_000)
  await second.get(id)
  await world.settle()
  for (const step of steps) step()
  expect(await second.text(id)).toBe('"second"')
  expect(did).toEqual(['second'])
  cut(false)
})

test('progress that was told before is not told again', async () => {
  const { world, cut, first, second } = pair(async (ctx, node) => {
    ctx.progress(1, 2, `${node} before`)
    await ctx.elicit('Who?', form, { key: 'name' })
    ctx.progress(2, 2, `${node} after`)
    await ctx.elicit('Who else?', form, { key: 'other' })
  })
  const id = await first.create('t')
  await world.settle()
  expect((await first.get(id)).task.statusMessage).toBe('first before')
  await first.answer(id, { name: accept('Ann') })
  await first.asked(id, 'other')
  await world.pass(1_000)
  expect((await first.get(id)).task.statusMessage).toBe('first after')
  cut(true)
  await world.pass(20_000)
  await second.get(id)
  await world.pass(2_000)
  expect((await second.get(id)).task.statusMessage).toBe('second after')
})

test('a node that has not the tool leaves the task to others', async () => {
  const { world, cut, first, second } = pair((ctx) => ctx.elicit('Who?', form, { key: 'name' }))
  const stranger = world.node({})
  const id = await first.create('t')
  await world.settle()
  cut(true)
  await world.pass(20_000)
  expect((await stranger.get(id)).task.status).toBe('input_required')
  await stranger.get(id)
  expect(stranger.logger.warnings).toEqual(['A task does not go on here: there is no tool t'])
  await stranger.answer(id, { name: accept('Ann') })
  await world.settle()
  expect((await stranger.service.list('stdio', undefined, 5)).tasks.map(({ task }) => task.status)).toEqual(['working'])
  expect((await second.service.list('stdio', undefined, 5)).tasks.length).toBe(1)
  expect(await second.text(id)).toBe(JSON.stringify(accept('Ann')))
})
