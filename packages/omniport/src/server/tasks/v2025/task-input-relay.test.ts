import { expect, test } from 'vitest'
import { connectRaw, type RawConnection } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { tool } from '../../tools/tool.js'

const form = { type: 'object', properties: { city: { type: 'string' } } } as const
const asking = tool({
  task: 'required',
  run: async (_args, ctx) => (await ctx.elicit('Which city?', form)).action,
})

const idsOf = ({ messages }: RawConnection, wanted: string) =>
  messages.flatMap(({ id, method, params }) => (method === wanted ? [id ?? params?.['requestId']] : []))

test('a question that gets no answer in time is asked of another who waits, and the log says so', async () => {
  const { server, runtime, logger } = defineServer({ tools: { asking }, limits: { questionMs: 1_000 } })
  const capabilities = { elicitation: {} }
  const [first, second] = [await connectRaw(server, { capabilities }), await connectRaw(server, { capabilities })]
  const { result: created } = await first.request('tools/call', { name: 'asking', task: {} })
  const taskId = (created?.['task'] as { taskId?: string } | undefined)?.taskId
  const answers = [first.request('tasks/result', { taskId })]
  await first.settle()
  answers.push(second.request('tasks/result', { taskId }))
  await second.settle()
  const asked = idsOf(first, 'elicitation/create')
  expect([asked.length, idsOf(second, 'elicitation/create')]).toEqual([1, []])
  runtime.advance(1_000)
  await second.settle()
  const warning = expect.stringMatching(/^The question "[^"]+" of a task got no answer: /)
  expect([idsOf(first, 'notifications/cancelled'), logger.warnings]).toEqual([asked, [warning]])
  const [again] = idsOf(second, 'elicitation/create')
  second.send({ jsonrpc: '2.0', id: again, result: { action: 'decline' } } as never)
  const content = [{ type: 'text', text: 'decline' }]
  expect((await Promise.all(answers)).map(({ result }) => result?.['content'])).toEqual([content, content])
  expect(logger.warnings).toHaveLength(1)
  for (const connection of [first, second]) connection.close()
})
