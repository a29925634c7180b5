import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { type TaskNode, TaskWorld } from '#test/support/task-nodes.js'
import type { Context } from '../../requests/context.js'
import { tool } from '../../tools/tool.js'

const nameForm = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const
const ageForm = { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] } as const
const accept = (content: object) => ({ action: 'accept', content })
const request = (message: string, requestedSchema: object) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: expect.objectContaining(requestedSchema) },
})

/** A task of one tool that does `run`. */
async function begin(run: (ctx: Context) => Promise<unknown>, limits: Readonly<Record<string, number>> = {}) {
  const world = new TaskWorld()
  const t = tool({ task: 'optional', run: async (_args, ctx) => JSON.stringify(await run(ctx)) })
  const node = world.node({ t }, { limits })
  const id = await node.create('t')
  await world.settle()
  return { world, node, id }
}

const keysOf = async (node: TaskNode, id: string) => Object.keys((await node.get(id)).inputRequests)

test('questions asked together wait together, and part of the answers may come first', async () => {
  verifies('TASK-09', 'TASK-15', 'TASKX-12', 'TASKX-19')
  const { node, id, world } = await begin((ctx) =>
    Promise.all([ctx.elicit('Who?', nameForm, { key: 'name' }), ctx.elicit('How old?', ageForm, { key: 'age' })]),
  )
  const asked = await node.get(id)
  expect([asked.task.status, asked.inputRequests]).toEqual([
    'input_required',
    { name: request('Who?', nameForm), age: request('How old?', ageForm) },
  ])
  await node.answer(id, { age: accept({ age: 3 }) })
  await world.settle()
  const half = await node.get(id)
  expect([half.task.status, Object.keys(half.inputRequests)]).toEqual(['input_required', ['name']])
  await node.answer(id, { name: accept({ name: 'Ann' }) })
  expect(await node.text(id)).toBe(JSON.stringify([accept({ name: 'Ann' }), accept({ age: 3 })]))
})

test('a task that has its answer works until it asks again', async () => {
  verifies('TASK-09', 'TASK-15')
  const { node, id } = await begin(async (ctx) => [
    await ctx.elicit('Who?', nameForm, { key: 'name' }),
    await ctx.elicit('How old?', ageForm, { key: 'age' }),
  ])
  const states: string[] = []
  const stop = node.service.watch((changedId) => void node.get(changedId).then(({ task }) => states.push(task.status)))
  await node.answer(id, { name: accept({ name: 'Bo' }) })
  await node.asked(id, 'age')
  await node.answer(id, { age: accept({ age: 4 }) })
  await node.ended(id)
  stop()
  const changes = states.filter((state, index) => state !== states[index - 1])
  expect(changes).toEqual(['working', 'input_required', 'working', 'completed'])
  expect(await node.text(id)).toBe(JSON.stringify([accept({ name: 'Bo' }), accept({ age: 4 })]))
})

test('what nobody asked for is ignored', async () => {
  verifies('TASKX-20')
  const { node, id } = await begin((ctx) => ctx.elicit('Who?', nameForm, { key: 'name' }))
  const { version } = await node.get(id)
  await node.answer(id, { other: accept({ name: 'x' }), constructor: {}, ['__proto__']: 1, toString: accept({}) })
  expect((await node.get(id)).version).toBe(version)
  await node.answer(id, { name: accept({ name: 'Ann' }), other: 1 })
  await node.answer(id, { name: accept({ name: 'Zoe' }) })
  expect(await node.text(id)).toBe(JSON.stringify(accept({ name: 'Ann' })))
  await node.answer(id, { name: accept({ name: 'Zoe' }) })
  expect(await node.text(id)).toBe(JSON.stringify(accept({ name: 'Ann' })))
})

test.each([
  ['does not fit what was asked for', accept({ name: 7 }), expect.stringMatching(/^Please check: .*name.*\n\nWho\?$/)],
  ['has no shape of an answer', { action: 'maybe' }, 'Who?'],
  ['is no object', 'Ann', 'Who?'],
  ['is null', null, 'Who?'],
])('an answer that %s is asked for again, under another key', async (_name, answer, message) => {
  verifies('TASKX-18')
  const { node, id } = await begin((ctx) => ctx.elicit('Who?', nameForm, { key: 'name' }))
  await node.answer(id, { name: answer })
  expect((await node.asked(id, 'name~2')).inputRequests).toEqual({ 'name~2': request(message, nameForm) })
  await node.answer(id, { name: accept({ name: 'late' }) })
  await node.answer(id, { 'name~2': { action: 'decline' } })
  expect(await node.text(id)).toBe('{"action":"decline"}')
})

test('keys stay apart whatever the author calls them', async () => {
  verifies('TASKX-18')
  const { node, id, world } = await begin((ctx) =>
    Promise.all(['a', 'a~2', 'a~2~1', '__proto__'].map((key) => ctx.elicit(`For ${key}?`, nameForm, { key }))),
  )
  expect(await keysOf(node, id)).toEqual(['a', 'a~2~1', 'a~2~1~1', '__proto__'])
  const bad = Object.fromEntries((await keysOf(node, id)).map((key) => [key, 'bad']))
  await node.service.answer(id, 'stdio', new Map(Object.entries(bad)))
  await world.settle()
  expect(await keysOf(node, id)).toEqual(['a~2', 'a~2~2', 'a~2~1~2', '__proto__~2'])
})

test('there are as many questions as the limit says, those asked again included', async () => {
  const { node, id } = await begin((ctx) => ctx.elicit('Who?', nameForm, { key: 'name' }), { questions: 3 })
  for (const key of ['name', 'name~2', 'name~3']) {
    await node.asked(id, key)
    await node.answer(id, { [key]: 'bad' })
  }
  const { task, outcome } = await node.ended(id)
  expect([task.status, outcome]).toEqual([
    'completed',
    {
      type: 'result',
      result: { content: [{ type: 'text', text: 'At most 3 questions per task (questions)' }], isError: true },
    },
  ])
})

test('pages, models and roots are asked for too, in newest shape', async () => {
  const { node, id } = await begin((ctx) =>
    Promise.all([
      ctx.elicitUrl('Pay', (page) => `https://pay.example/${page}`, { key: 'page' }),
      ctx.sample(
        {
          messages: [
            { role: 'user', content: 'Hi' },
            { role: 'user', content: [{ type: 'image', data: new Uint8Array([1]), mimeType: 'image/png' }] },
          ],
          maxTokens: 5,
        },
        { key: 'model' },
      ),
      ctx.roots(),
    ]),
  )
  const { inputRequests } = await node.get(id)
  const { page, model, ...rest } = inputRequests
  const pageId = String(page?.params?.['elicitationId'])
  expect(page).toEqual({
    method: 'elicitation/create',
    params: { mode: 'url', message: 'Pay', url: `https://pay.example/${pageId}`, elicitationId: pageId },
  })
  expect(model?.params?.['messages']).toEqual([
    { role: 'user', content: { type: 'text', text: 'Hi' } },
    { role: 'user', content: { type: 'image', data: 'AQ==', mimeType: 'image/png' } },
  ])
  expect(Object.values(rest)).toEqual([{ method: 'roots/list', params: {} }])
  const [roots] = Object.keys(rest)
  const sampled = { role: 'assistant', content: { type: 'text', text: 'Ho' }, model: 'm' }
  await node.answer(id, { page: { action: 'accept' }, model: sampled, [String(roots)]: { roots: [] } })
  expect(JSON.parse(String(await node.text(id)))).toEqual([
    { action: 'accept', id: pageId },
    { ...sampled, content: [sampled.content] },
    [],
  ])
})

test('a handler that does not wait for an answer ends its task without open questions', async () => {
  const { node, id } = await begin(async (ctx) => {
    void ctx.elicit('Who?', nameForm)
    return 'done'
  })
  const { task, inputRequests } = await node.ended(id)
  expect([task.status, inputRequests]).toEqual(['completed', {}])
})

test('a handler that is done gets no more answers', async () => {
  const reasons: unknown[] = []
  const contexts: Context[] = []
  const { node, id } = await begin(async (ctx) => {
    contexts.push(ctx)
    ctx.elicit('Who?', nameForm).catch((reason: unknown) => reasons.push(reason))
  })
  await node.ended(id)
  await contexts[0]?.once('late', () => 'ran').catch((reason: unknown) => reasons.push(reason))
  const over = { code: 'closed', message: 'The task is over: nothing more can be asked' }
  expect(reasons).toMatchObject([over, over])
})
