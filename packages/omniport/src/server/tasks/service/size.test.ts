import { expect, test } from 'vitest'
import { TaskWorld } from '#test/support/task-nodes.js'
import type { Context } from '../../requests/context.js'
import { tool } from '../../tools/tool.js'

const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const
const accept = (name: string) => ({ action: 'accept', content: { name } })
/** A task may take twice this. */
const bodyBytes = 1_000
const tooLarge = 'The task is too large: it may keep 2000 bytes (twice bodyBytes)'

/** A node with one tool that does `run`. */
function nodeOf(run: (ctx: Context) => unknown) {
  const world = new TaskWorld()
  const t = tool({
    task: 'optional',
    input: { type: 'object' } as const,
    run: async (_args, ctx) => JSON.stringify(await run(ctx)),
  })
  return { world, node: world.node({ t }, { limits: { bodyBytes } }) }
}

test('a call that is too large does not become a task', async () => {
  const { node } = nodeOf(() => 'done')
  await expect(node.create('t', { text: 'é'.repeat(1_000) })).rejects.toMatchObject({ code: -32602, message: tooLarge })
  expect((await node.service.list('stdio', undefined, 5)).tasks).toEqual([])
  const { task } = await node.ended(await node.create('t', { text: 'e'.repeat(1_000) }))
  expect(task.status).toBe('completed')
})

test('answers that are too large are refused, and smaller ones are taken', async () => {
  const { node, world } = nodeOf(async (ctx) => {
    const { content } = await ctx.elicit('Who?', form, { key: 'name' })
    return content
  })
  const id = await node.create('t')
  await world.settle()
  const answer = node.answer(id, { name: accept('n'.repeat(2_000)) })
  await expect(answer).rejects.toMatchObject({ code: -32602, message: tooLarge })
  expect((await node.get(id)).task.status).toBe('input_required')
  await node.answer(id, { name: accept('Ann') })
  expect((await node.ended(id)).outcome).toMatchObject({ result: { content: [{ text: '{"name":"Ann"}' }] } })
})

test('answers that do not fit are kept too, so they count', async () => {
  const { node, world } = nodeOf((ctx) => ctx.elicit('Who?', form, { key: 'name' }))
  const id = await node.create('t')
  await world.settle()
  await node.answer(id, { name: 'n'.repeat(1_000) })
  await node.asked(id, 'name~2')
  await expect(node.answer(id, { 'name~2': 'n'.repeat(1_000) })).rejects.toMatchObject({ code: -32602 })
})

const cases: [string, (ctx: Context) => Promise<unknown>][] = [
  ['a value of a side effect', (ctx) => ctx.once('big', () => 'v'.repeat(2_000))],
  ['values together', (ctx) => Promise.all(['a', 'b', 'c'].map((name) => ctx.once(name, () => name.repeat(700))))],
  ['a question', (ctx) => ctx.elicit('?'.repeat(2_000), form)],
]

test.each(cases)('a run whose journal is too large ends with an error, whatever it does: %s', async (_name, run) => {
  const ends: unknown[] = []
  const { node, world } = nodeOf(async (ctx) => {
    ctx.signal.addEventListener('abort', () => ends.push(ctx.signal.reason))
    ends.push(await run(ctx).catch((reason: unknown) => reason))
    ends.push(await ctx.elicit('Who?', form).catch((reason: unknown) => reason))
    return new Promise(() => {})
  })
  const { task, outcome } = await node.ended(await node.create('t'))
  const error = { code: -32603, message: tooLarge }
  expect([task.status, task.statusMessage, outcome]).toEqual(['failed', tooLarge, { type: 'error', error }])
  await world.settle()
  expect(ends).toMatchObject([error, error, error])
})
