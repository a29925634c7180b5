import { expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { TaskWorld } from '#test/support/task-nodes.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { InputRequired } from '../../../protocol/results/input-required.js'
import type { Context } from '../../requests/context.js'
import { tool } from '../../tools/tool.js'
import { ToolError } from '../../tools/tool-error.js'

const input = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } as const
const form = { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] } as const
const yes = { action: 'accept', content: { sure: true } }

/** A tool that runs `before`, and tells what it gave. */
function setUp(before: (args: { readonly path?: unknown }, ctx: Context) => unknown) {
  const run = vi.fn((_args: unknown, _ctx: Context, value: unknown) => `run with ${JSON.stringify(value)}`)
  const world = new TaskWorld()
  return { run, world, node: world.node({ t: tool({ task: 'optional', input, before, run }) }) }
}

const textOf = (words: string) => ({ type: 'result', result: { content: [{ type: 'text', text: words }] } })

test('what before gives is handed to run', async () => {
  const { node } = setUp(({ path }) => ({ path, n: 1 }))
  const { outcome } = await node.ended(await node.create('t', { path: 'a' }))
  expect(outcome).toEqual(textOf('run with {"path":"a","n":1}'))
})

test('before need not give anything', async () => {
  const { node, run } = setUp(() => undefined)
  await node.ended(await node.create('t', { path: 'a' }))
  expect(run.mock.calls.map((args) => args[2])).toEqual([undefined])
})

test('at 2026-07-28 its questions are asked by rounds before there is a task', async () => {
  verifies('TASKX-10')
  const { node, world } = setUp(async (_args, ctx) => (await ctx.elicit('Sure?', form, { key: 'sure' })).content)
  const first = await node.start('t', { path: 'a' })
  const asked = first.type === 'answer' && first.answer instanceof InputRequired ? first.answer : undefined
  expect([...(asked?.inputRequests.keys() ?? [])]).toEqual(['sure'])
  expect((await node.service.list('stdio', undefined, 5)).tasks).toEqual([])
  const call = node.call({ path: 'a' })
  const params = { ...call.params, inputResponses: { sure: yes }, requestState: asked?.requestState }
  const message = { ...call.message, params }
  const retry = await (await call.input.load()).roundTrips.open(message, call.exchange)
  const second = await node.service.create({ tool: node.tool('t'), call: { ...call, message, params, retry } })
  const id = second.type === 'task' ? second.snapshot.task.taskId : ''
  const { outcome } = await node.ended(id)
  expect(outcome).toEqual(textOf('run with {"sure":true}'))
  expect(JSON.stringify((await world.store.get(id))?.value)).not.toContain('requestState')
})

test('at 2025-11-25 its questions are requests on the stream of the call', async () => {
  const { node } = setUp(async (_args, ctx) => (await ctx.elicit('Sure?', form)).content)
  const ask = vi.fn(async () => yes)
  const id = await node.create('t', { path: 'a' }, { revision: '2025-11-25', exchange: { ask } })
  expect((await node.ended(id)).outcome).toEqual(textOf('run with {"sure":true}'))
  expect(ask.mock.calls.length).toBe(1)
})

test.each([
  ['a ToolError', () => Promise.reject(new ToolError('not now')), 'not now'],
  ['a value that JSON would change', () => new Date(0), expect.stringMatching(/^internal error /)],
  ['a value that JSON cannot carry', () => 1n, expect.stringMatching(/^internal error /)],
])('%s is the answer to the call, and there is no task', async (_name, before, text) => {
  const { node, run } = setUp(before)
  expect(await node.start('t', { path: 'a' })).toEqual({
    type: 'answer',
    answer: { content: [{ type: 'text', text }], isError: true },
  })
  expect([run.mock.calls, (await node.service.list('stdio', undefined, 5)).tasks]).toEqual([[], []])
})

test('an RpcError is the error of the call', async () => {
  const { node } = setUp(() => Promise.reject(new RpcError(7, 'no')))
  await expect(node.start('t', { path: 'a' })).rejects.toMatchObject({ code: 7, message: 'no' })
})

test('arguments are validated and authorized before it', async () => {
  const before = vi.fn(() => 'before')
  const world = new TaskWorld()
  const authorize = (args: { readonly path?: unknown }) => args.path === 'mine'
  const node = world.node({ t: tool({ task: 'optional', input, authorize, before, run: () => 'ran' }) })
  const answers = [await node.start('t', { path: 7 }), await node.start('t', { path: 'theirs' })]
  expect(answers).toMatchObject([
    { type: 'answer', answer: { isError: true } },
    { type: 'answer', answer: { isError: true } },
  ])
  expect(before.mock.calls.length).toBe(0)
  await node.create('t', { path: 'mine' })
  expect(before.mock.calls.length).toBe(1)
})

test('it does not run again with the task', async () => {
  const before = vi.fn(() => 'before')
  const world = new TaskWorld()
  const run = vi.fn((_args: unknown, ctx: Context, value: string) => ctx.elicit(value, form, { key: 'sure' }))
  const definition = tool({
    task: 'optional',
    before,
    run: async (args, ctx, value) => (await run(args, ctx, value)).action,
  })
  const [first, second] = [world.node({ t: definition }), world.node({ t: definition })]
  const id = await first.create('t')
  await world.settle()
  await first.service.close()
  await world.pass(1)
  await second.answer(id, { sure: yes })
  expect((await second.ended(id)).outcome).toEqual(textOf('accept'))
  expect([before.mock.calls.length, run.mock.calls.map((args) => args[2])]).toEqual([1, ['before', 'before']])
})
