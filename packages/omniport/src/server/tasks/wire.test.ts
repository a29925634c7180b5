import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw, type Message, type RawOptions } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { checkMessage } from '#test/wire/check-message.js'
import { tool } from '../tools/tool.js'

const form = { type: 'object', properties: { city: { type: 'string' } } } as const
const tools = {
  asking: tool({
    task: 'optional',
    run: async (_args, ctx) => (await ctx.elicit('Which city?', form, { key: 'city' })).action,
  }),
}
const jsonrpc = '2.0'

/** A connection that keeps what is wrong with what the server says. */
async function connect(options: RawOptions & { readonly revision: '2025-11-25' | '2026-07-28' }) {
  const connection = await connectRaw(defineServer({ tools }).server, options)
  const problems: string[] = []
  const check = (message: Message, method?: string) => {
    problems.push(...checkMessage(options.revision, 'server', message, { methodOf: () => method }))
    return message
  }
  const ask = async (method: string, params: Readonly<Record<string, unknown>>) => {
    return check(await connection.request(method, params), method)
  }
  return { connection, problems, check, ask }
}

test('what is said of tasks at 2025-11-25 fits the official schema', async () => {
  verifies('TASK-08', 'TASK-10', 'TASK-14')
  const { connection, problems, check, ask } = await connect({
    revision: '2025-11-25',
    capabilities: { elicitation: {} },
  })
  const { result } = await ask('tools/call', { name: 'asking', task: {} })
  const { taskId } = (result?.['task'] as { taskId?: string } | undefined) ?? {}
  const answer = ask('tasks/result', { taskId })
  await ask('tasks/get', { taskId })
  await ask('tasks/list', {})
  await connection.settle()
  const [asked] = connection.messages.filter(({ id }) => id !== undefined)
  connection.send({ jsonrpc, id: asked?.id, result: { action: 'decline' } })
  await answer
  const { result: second } = await ask('tools/call', { name: 'asking', task: {} })
  await ask('tasks/cancel', { taskId: (second?.['task'] as { taskId?: string } | undefined)?.taskId })
  await connection.settle()
  for (const message of connection.messages) check(message)
  expect([problems, new Set(connection.messages.map(({ method }) => method))]).toEqual([
    [],
    new Set(['elicitation/create', 'notifications/tasks/status']),
  ])
  connection.close()
})

test('what is said of tasks at 2026-07-28 fits the official schema', async () => {
  verifies('TASKX-07', 'TASKX-11')
  const capabilities = { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } }
  const { connection, problems, check, ask } = await connect({ revision: '2026-07-28', capabilities })
  const { result } = await ask('tools/call', { name: 'asking' })
  const taskId = String(result?.['taskId'])
  void connection.request('subscriptions/listen', { notifications: { taskIds: [taskId] } }, 'L')
  await connection.settle()
  const { result: asking } = await ask('tasks/get', { taskId })
  await ask('tasks/update', { taskId, inputResponses: { city: { action: 'decline' } } })
  await connection.settle()
  const { result: done } = await ask('tasks/get', { taskId })
  await ask('tasks/cancel', { taskId })
  for (const message of connection.messages) check(message)
  // What stands in the results is what would stand alone.
  const { city } = (asking?.['inputRequests'] as { city?: object } | undefined) ?? {}
  problems.push(
    ...checkMessage('2025-11-25', 'server', { jsonrpc, id: 1, ...city }),
    ...checkMessage(
      '2026-07-28',
      'server',
      { jsonrpc, id: 1, result: done?.['result'] },
      { methodOf: () => 'tools/call' },
    ),
  )
  expect([problems, new Set(connection.messages.map(({ method }) => method))]).toEqual([
    ['/params/notifications: 2026-07-28 defines no taskIds here'], // it is the extension that does
    new Set(['notifications/subscriptions/acknowledged', 'notifications/tasks']),
  ])
  connection.close()
})
