import { expect, test } from 'vitest'
import { TaskWorld } from '#test/support/task-nodes.js'
import type { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { tool } from '../../tools/tool.js'

/** A caller over HTTP who is not authenticated. */
const stranger = { exchange: { headers: new Headers() } }
const refusal = '-32603 Too many tasks: the limit anonymousBytes is 100000'

function setUp() {
  const world = new TaskWorld()
  const ends: (() => void)[] = []
  const node = world.node(
    {
      slow: tool({ task: 'optional', run: () => new Promise<string>((resolve) => ends.push(() => resolve('a'))) }),
      /** Ends at once, with a result of so many characters. */
      quick: tool({
        task: 'optional',
        input: { type: 'object', properties: { length: { type: 'number' } } },
        run: ({ length }) => 'x'.repeat(Number(length)),
      }),
      asking: tool({
        task: 'optional',
        run: async (_args, ctx) =>
          JSON.stringify(await ctx.elicit('Name?', { type: 'object', properties: { name: { type: 'string' } } })),
      }),
    },
    { limits: { anonymousBytes: 100_000 }, store: undefined },
  )
  const { anonymous } = node.tool('slow').services.budgets
  const create = async (name: string, args: object = {}, caller: object = stranger) => {
    const outcome = await node
      .create(name, args, { ttlMs: 60_000, ...caller })
      .catch(({ code, message }: RpcError) => `${code} ${message}`)
    await world.settle()
    return outcome
  }
  return { world, node, ends, anonymous, create }
}

test('tasks of anonymous callers take no more than these may leave behind; what has ended makes room', async () => {
  const { world, node, ends, anonymous, create } = setUp()
  const text = 'x'.repeat(10_000)
  const created = [await create('slow', { text }), await create('slow', { text })]
  expect(created.filter((id) => id.startsWith('-'))).toEqual([])
  expect(anonymous.used).toBeGreaterThan(80_000)
  expect(await create('slow', { text })).toBe(refusal)
  expect(await create('slow', { text }, { who: 'ann' })).not.toBe(refusal)
  expect(await create('slow', { text }, {})).not.toBe(refusal)
  for (const end of ends) end()
  await world.settle()
  expect(anonymous.used).toBeLessThan(5_000)
  expect(await create('quick', { length: 1, text })).not.toBe(refusal)
  await node.service.close()
})

test('they count until they are gone', async () => {
  const { world, anonymous, create, ends } = setUp()
  await create('slow')
  for (const end of ends) end()
  await world.settle()
  expect(anonymous.used).toBeGreaterThan(0)
  await world.pass(60_000)
  expect(anonymous.used).toBe(0)
})

test('results make room for one another, the oldest first', async () => {
  const { node, anonymous, create } = setUp()
  const ids: string[] = []
  for (let n = 0; n < 6; n += 1) ids.push(await create('quick', { length: 15_000 }))
  expect(anonymous.used).toBeLessThan(100_000)
  const found = await Promise.all(
    ids.map((id) =>
      node.service.get(id, 'anonymous').then(
        ({ task }) => task.status,
        () => 'gone',
      ),
    ),
  )
  expect(found).toEqual(['gone', 'gone', 'gone', 'completed', 'completed', 'completed'])
})

test('answers have a reserve, beyond which they are refused', async () => {
  const { node, anonymous, create } = setUp()
  const id = await create('asking')
  const { inputRequests } = await node.service.get(id, 'anonymous')
  const [key = ''] = Object.keys(inputRequests)
  anonymous.add(112_000)
  const answer = node.service.answer(id, 'anonymous', new Map([[key, { action: 'decline' }]]))
  await expect(answer).rejects.toMatchObject({ code: -32603, data: { limit: 'anonymousBytes' } })
  anonymous.remove(10_000)
  await node.service.answer(id, 'anonymous', new Map([[key, { action: 'decline' }]]))
  await node.service.close()
})
