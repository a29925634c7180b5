import { expect, test } from 'vitest'
import { connectRaw, type Message } from '#test/support/connect-raw.js'
import type { RpcNotification, RpcParams, RpcRequest } from '../jsonrpc/messages/messages.js'
import { isRequestMessage } from '../jsonrpc/serving/serve.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import type { Session } from '../protocol/exchange/session.js'
import { createServer } from '../server/create-server.js'
import { tool } from '../server/tools/tool.js'
import type { ServeTarget } from '../transport/environment.js'
import { startGateway } from './fixtures/behind.js'
import { taskIdIn } from './tasks/task-owners.js'

type Params = Readonly<Record<string, unknown>>
type Result = Readonly<Record<string, unknown>>

const relatedTo = (taskId: unknown) => ({ 'io.modelcontextprotocol/related-task': { taskId } })
const times = { createdAt: '2026-01-01T00:00:00Z', lastUpdatedAt: '2026-01-01T00:00:00Z' }

/** An upstream whose ids of tasks are counted, and what they were told. */
function createCounting(name: string, revision: '2025-11-25' | '2026-07-28') {
  const received: unknown[] = []
  const sessions: Session[] = []
  const server = createServer({
    ...{ name, version: '1', revisions: [revision] },
    tools: { work: tool({ task: 'optional', run: () => '' }) },
  })
  let count = 0
  const state = (taskId: unknown, status = 'working') => ({
    ...{ taskId, status, statusMessage: name, ...times },
    ...(revision === '2025-11-25' ? { ttl: 60_000 } : { ttlMs: 60_000 }),
  })
  const ask = async (taskId: unknown, exchange: Exchange) => {
    const requestedSchema = { type: 'object', properties: {} }
    const params = { mode: 'form', message: `${name} asks`, requestedSchema, _meta: relatedTo(taskId) }
    received.push(await exchange.ask?.({ method: 'elicitation/create', params }))
    return { content: [{ type: 'text', text: name }], _meta: relatedTo(taskId) }
  }
  const answers: Record<string, (params: Params, exchange: Exchange) => Result | Promise<Result>> = {
    'tools/call': (_params, { session }) => {
      count += 1
      if (session !== undefined) sessions.push(session)
      return revision === '2025-11-25' ? { task: state(`${count}`) } : { resultType: 'task', ...state(`${count}`) }
    },
    'tasks/get': ({ taskId }) => ({ ...(revision === '2026-07-28' && { resultType: 'complete' }), ...state(taskId) }),
    'tasks/cancel': ({ taskId }) => {
      received.push(['cancel', taskId])
      return revision === '2026-07-28' ? { resultType: 'complete' } : state(taskId, 'cancelled')
    },
    'tasks/list': () => ({ tasks: [state('1'), state('7')] }),
    'tasks/result': ({ taskId }, exchange) => ask(taskId, exchange),
  }
  const serve = async (message: RpcRequest | RpcNotification, exchange: Exchange) => {
    const answer = answers[message.method]
    if (answer === undefined || !isRequestMessage(message)) return server.serve(message, exchange)
    const { id, params = {} } = message
    return { jsonrpc: '2.0', id, result: await answer(params, exchange) }
  }
  const target = { environment: server.environment, serve } as ServeTarget
  const notify = (method: string, params: RpcParams) => sessions.at(-1)?.notify({ jsonrpc: '2.0', method, params })
  return { target, received, notify }
}

function start(revision: '2025-11-25' | '2026-07-28') {
  const [build, deploy] = [createCounting('build', revision), createCounting('deploy', revision)]
  const { gateway } = startGateway({ build: build.target, deploy: deploy.target })
  return { build, deploy, gateway }
}

const randomId = expect.stringMatching(/^[0-9a-f]{32}$/)

test('tasks of two upstreams that count go each to its own', async () => {
  const { build, deploy, gateway } = start('2025-11-25')
  const onMessage = ({ id, method, params }: Message) => {
    noticed.push([method, params?.['message'] ?? params?.['taskId'], params?.['_meta']])
    if (id !== undefined) client.send({ jsonrpc: '2.0', id, result: { action: 'decline', _meta: params?.['_meta'] } })
  }
  const noticed: unknown[] = []
  const client = await connectRaw(gateway, { capabilities: { elicitation: {} }, onMessage })
  const call = async (name: string) =>
    taskIdIn((await client.request('tools/call', { name, arguments: {}, task: {} })).result)
  const ids = [await call('build__work'), await call('deploy__work')]
  expect(ids).toEqual(['1', randomId])
  const both = [
    { taskId: '1', statusMessage: 'build' },
    { taskId: ids[1], statusMessage: 'deploy' },
  ]
  const states = await Promise.all(ids.map((taskId) => client.request('tasks/get', { taskId })))
  expect(states.map(({ result }) => result)).toMatchObject(both)
  expect((await client.request('tasks/list')).result).toMatchObject({ tasks: both })
  for (const { notify } of [build, deploy]) {
    notify('notifications/tasks/status', { taskId: '1', status: 'working', ...times, ttl: null })
    notify('notifications/com.example/seen', { _meta: relatedTo('1') })
  }
  await client.settle()
  expect(noticed.splice(0)).toEqual([
    ['notifications/tasks/status', '1', undefined],
    ['notifications/com.example/seen', undefined, relatedTo('1')],
    ['notifications/tasks/status', ids[1], undefined],
    ['notifications/com.example/seen', undefined, relatedTo(ids[1])],
  ])
  const results = [
    await client.request('tasks/result', { taskId: '1' }),
    await client.request('tasks/result', { taskId: ids[1] }),
  ]
  expect(results.map(({ result }) => result)).toEqual([
    { content: [{ type: 'text', text: 'build' }], _meta: relatedTo('1') },
    { content: [{ type: 'text', text: 'deploy' }], _meta: relatedTo(ids[1]) },
  ])
  expect(noticed).toEqual([
    ['elicitation/create', 'build asks', relatedTo('1')],
    ['elicitation/create', 'deploy asks', relatedTo(ids[1])],
  ])
  for (const taskId of ids) await client.request('tasks/cancel', { taskId })
  expect([build.received, deploy.received]).toEqual([
    [{ action: 'decline', _meta: relatedTo('1') }, ['cancel', '1']],
    [{ action: 'decline', _meta: relatedTo('1') }, ['cancel', '1']],
  ])
  client.close()
  await gateway.close()
})

test('tasks of the extension of two upstreams that count go each to its own', async () => {
  const { build, deploy, gateway } = start('2026-07-28')
  const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } }
  const client = await connectRaw(gateway, { revision: '2026-07-28', capabilities })
  const call = async (name: string) => taskIdIn((await client.request('tools/call', { name, arguments: {} })).result)
  const ids = [await call('build__work'), await call('deploy__work')]
  expect(ids).toEqual(['1', randomId])
  const states = await Promise.all(ids.map((taskId) => client.request('tasks/get', { taskId })))
  expect(states.map(({ result }) => result)).toMatchObject([
    { taskId: '1', statusMessage: 'build' },
    { taskId: ids[1], statusMessage: 'deploy' },
  ])
  void client.request('subscriptions/listen', { notifications: { taskIds: [ids[1]] } })
  await expect
    .poll(() => client.messages.map(({ method, params }) => [method, params?.['taskId']]))
    .toEqual([
      ['notifications/subscriptions/acknowledged', undefined],
      ['notifications/tasks', ids[1]],
    ])
  await client.request('tasks/cancel', { taskId: ids[1] })
  expect([build.received, deploy.received]).toEqual([[], [['cancel', '1']]])
  client.close()
  await gateway.close()
})
