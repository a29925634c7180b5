import { describe, expect, test } from 'vitest'
import { asPrincipal } from '#test/support/as-principal.js'
import { connect } from '../client/connect.js'
import { createServer } from '../server/create-server.js'
import type { Server } from '../server/server.js'
import { tool } from '../server/tools/tool.js'
import { startGateway } from './fixtures/behind.js'

function createWorker(revision: '2025-11-25' | '2026-07-28'): Server {
  const server = createServer({
    name: 'worker',
    version: '1',
    revisions: [revision],
    tools: {
      work: tool({ task: 'optional', run: () => 'worked' }),
      ask: tool({
        task: 'optional',
        run: async (_args, ctx) => {
          const answer = await ctx.elicit('Name?', { type: 'object', properties: { name: { type: 'string' } } })
          return answer.action
        },
      }),
    },
  })
  return server
}

describe.each(['2025-11-25', '2026-07-28'] as const)('a tool that runs as a task at %s', (revision) => {
  test('is followed through the gateway, with its questions', async () => {
    const worker = createWorker(revision)
    const { gateway } = startGateway({ other: createServer({ name: 'o', version: '1' }), worker })
    await using client = await connect(gateway, { revision, elicit: () => ({ action: 'decline' }) })
    const work = await client.callTask('worker__work', {})
    expect((await work.result()).content).toEqual([{ type: 'text', text: 'worked' }])
    const ask = await client.callTask('worker__ask', {})
    expect((await ask.result()).content).toEqual([{ type: 'text', text: 'decline' }])
    await gateway.close()
    await worker.close()
  })

  test('belongs to who began it, though the upstream knows only the gateway', async () => {
    const worker = createWorker(revision)
    const { gateway } = startGateway({ worker: { target: worker, isolation: 'shared' } })
    await using one = await connect(asPrincipal(gateway, 'one'), { revision })
    await using two = await connect(asPrincipal(gateway, 'two'), { revision })
    const task = await one.callTask('worker__work', {})
    await task.result()
    const { id } = task as unknown as { readonly id: string }
    expect(typeof id).toBe('string')
    await expect(two.request('tasks/get', { taskId: id })).rejects.toMatchObject({ code: -32602 })
    expect(await one.request('tasks/get', { taskId: id })).toMatchObject({ taskId: id })
    await gateway.close()
    await worker.close()
  })
})

test('tasks are listed to who began them', async () => {
  const worker = createWorker('2025-11-25')
  const { gateway } = startGateway({ worker: { target: worker, isolation: 'shared' } })
  const clients = await Promise.all(
    ['one', 'two'].map((id) => connect(asPrincipal(gateway, id), { revision: '2025-11-25' })),
  )
  for (const client of clients) await (await client.callTask('worker__work', {})).result()
  const listed = await Promise.all(clients.map((client) => client.request('tasks/list')))
  expect(listed.map((list) => (list as { tasks: unknown[] }).tasks.length)).toEqual([1, 1])
  await Promise.all(clients.map((client) => client.close()))
  await gateway.close()
  await worker.close()
})

test.each(['2024-11-05', '2025-06-18', '2026-07-28'] as const)(
  'a tool that only runs as a task of 2025-11-25 is called plainly by a client of %s, which the task asks too',
  async (revision) => {
    const worker = createServer({
      name: 'worker',
      version: '1',
      revisions: ['2025-11-25'],
      tools: {
        only: tool({
          task: 'required',
          run: async (_args, ctx) => {
            if (!ctx.can('elicit')) return 'nobody'
            const answer = await ctx.elicit('Name?', { type: 'object', properties: { name: { type: 'string' } } })
            return answer.action
          },
        }),
      },
    })
    const { gateway } = startGateway({ worker })
    await using client = await connect(gateway, { revision, elicit: () => ({ action: 'decline' }) })
    await client.listTools()
    const { content } = await client.callTool('worker__only', {})
    expect(content).toEqual([{ type: 'text', text: revision === '2024-11-05' ? 'nobody' : 'decline' }])
    await gateway.close()
    await worker.close()
  },
)
