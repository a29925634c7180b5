import { expect, test } from 'vitest'
import { type TaskNode, TaskWorld } from '#test/support/task-nodes.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Context } from '../../requests/context.js'
import { tool } from '../../tools/tool.js'

const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const
const accept = { action: 'accept', content: { name: 'Ann' } }
const prompt = { messages: [{ role: 'user', content: 'Hi' }], maxTokens: 5 } as const
const no = new RpcError(-1, 'User rejected sampling request', { why: 'cost' })
const refuse = (node: TaskNode, id: string, key: string, error = no) => node.service.refuse(id, 'stdio', { key, error })

/** What a question came to. */
async function fateOf(question: Promise<unknown>): Promise<unknown> {
  try {
    return await question
  } catch (reason) {
    return RpcError.is(reason) ? reason.toObject() : String(reason)
  }
}

/** A task of one tool that does `run`, and its node. */
async function begin(run: (ctx: Context) => Promise<unknown>, limits: Readonly<Record<string, number>> = {}) {
  const world = new TaskWorld()
  const t = tool({ task: 'optional', run: async (_args, ctx) => JSON.stringify(await run(ctx)) })
  const node = world.node({ t }, { limits })
  const id = await node.create('t')
  await world.settle()
  const restart = async () => {
    await node.service.close()
    await world.pass(1)
    return world.node({ t }, { limits })
  }
  return { node, id, world, restart }
}

test.each<[string, (ctx: Context) => Promise<unknown>]>([
  ['form', (ctx) => ctx.elicit('Who?', form)],
  ['page', (ctx) => ctx.elicitUrl('Pay', 'https://pay.example/')],
  ['model', (ctx) => ctx.sample(prompt)],
  ['roots', (ctx) => ctx.roots()],
])('a question that is refused rejects with the error of the client: %s', async (_name, ask) => {
  const { node, id } = await begin((ctx) => fateOf(ask(ctx)))
  const [key = ''] = Object.keys((await node.get(id)).inputRequests)
  await refuse(node, id, key)
  expect(await node.text(id)).toBe(JSON.stringify(no.toObject()))
})

test('a refusal that the handler lets through is an error of the tool, in words', async () => {
  const { node, id } = await begin((ctx) => ctx.sample(prompt, { key: 'model' }))
  await refuse(node, id, 'model')
  expect((await node.ended(id)).outcome).toEqual({
    type: 'result',
    result: { content: [{ type: 'text', text: 'User rejected sampling request' }], isError: true },
  })
})

test('a refusal is final for its key, and only what is open can be refused', async () => {
  const { node, id, world } = await begin(async (ctx) => [
    await Promise.all([fateOf(ctx.sample(prompt, { key: 'model' })), ctx.elicit('Who?', form, { key: 'name' })]),
    await ctx.elicit('Who else?', form, { key: 'other' }),
  ])
  await refuse(node, id, 'model')
  await refuse(node, id, 'model', new RpcError(-2, 'again'))
  await refuse(node, id, 'constructor')
  await node.answer(id, { model: { role: 'assistant', content: [], model: 'm' }, name: accept })
  await refuse(node, id, 'name')
  await node.asked(id, 'other')
  await world.settle()
  expect(Object.keys((await node.get(id)).inputRequests)).toEqual(['other'])
  await node.answer(id, { other: { action: 'decline' } })
  expect(await node.text(id)).toBe(JSON.stringify([[no.toObject(), accept], { action: 'decline' }]))
})

test('a refusal is the same to a later run, which does not ask again', async () => {
  let runs = 0
  const { node, id, restart } = await begin(async (ctx) => {
    runs += 1
    return [await fateOf(ctx.sample(prompt, { key: 'model' })), await ctx.elicit('Who?', form, { key: 'name' })]
  })
  await refuse(node, id, 'model')
  await node.asked(id, 'name')
  const next = await restart()
  expect(Object.keys((await next.asked(id, 'name')).inputRequests)).toEqual(['name'])
  await next.answer(id, { name: accept })
  expect(await next.text(id)).toBe(JSON.stringify([no.toObject(), accept]))
  expect(runs).toBe(2)
})

test('of an error that says very much, the code and the beginning are kept', async () => {
  const { node, id } = await begin((ctx) => fateOf(ctx.sample(prompt, { key: 'model' })))
  await refuse(node, id, 'model', new RpcError(-1, 'n'.repeat(5_000), { a: 'd'.repeat(5_000) }))
  expect(await node.text(id)).toBe(JSON.stringify({ code: -1, message: `${'n'.repeat(1_000)}…` }))
})

test('a task of somebody else cannot be refused anything', async () => {
  const { node, id } = await begin((ctx) => ctx.sample(prompt, { key: 'model' }))
  await expect(node.service.refuse(id, 'bob', { key: 'model', error: no })).rejects.toMatchObject({ code: -32602 })
  expect(Object.keys((await node.get(id)).inputRequests)).toEqual(['model'])
})
