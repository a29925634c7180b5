import { expect, test } from 'vitest'
import { deferred } from '../client/fixtures/connect-fake.js'
import { discovered, FakeServer, type Replies } from '../client/fixtures/fake-server.js'
import { createdTask, done, state } from '../client/tasks/fixtures/modern-tasks.js'
import { createServer } from '../server/create-server.js'
import { tool } from '../server/tools/tool.js'
import type { ConsentRequest } from './consent/requests/consent-request.js'
import { startHost } from './fixtures/start-host.js'
import type { HostOptions } from './host-options.js'

/** A server whose tool becomes a task that has ended, unless the replies say otherwise. */
function start(replies: Replies = {}, options: Partial<HostOptions> = {}) {
  const extensions = { 'io.modelcontextprotocol/tasks': {} }
  const server = new FakeServer({
    'server/discover': () => discovered({ tools: {}, extensions }),
    'tools/list': () => ({
      result: { tools: [{ name: 'copy', inputSchema: { type: 'object' } }], ttlMs: 60_000, cacheScope: 'private' },
    }),
    'tools/call': () => ({ result: { ...createdTask, pollIntervalMs: 1 } }),
    'tasks/get': () => done('copied'),
    'tasks/cancel': () => ({ result: { resultType: 'complete' } }),
    ...replies,
  })
  const questions: ConsentRequest[] = []
  const ask: HostOptions['ask'] = (question) => {
    questions.push(question)
    return 'allow'
  }
  return { host: startHost({ servers: { a: server.target }, ask, ...options }), server, questions }
}

test('a call as a task is asked about once, is in the audit log from start to end, and settles with the result of the task', async () => {
  const { host, questions } = start()
  const tasks: string[] = []
  const result = await host.callTool('a__copy', { to: 'b' }, { onTask: ({ id, status }) => tasks.push(id, status) })
  expect([result.content, tasks]).toEqual([[{ type: 'text', text: 'copied' }], ['t1', 'working']])
  expect(questions).toMatchObject([{ type: 'call', server: 'a', args: { to: 'b' } }])
  const records = host.audit.filter(({ type }) => ['decision', 'call', 'result'].includes(type))
  expect(records).toMatchObject([
    { type: 'decision', answer: 'allow', by: 'person' },
    { type: 'call', tool: 'copy', args: { to: 'b' } },
    { type: 'result', tool: 'copy', outcome: 'ok' },
  ])
})

test('a call as a task that is not allowed creates none', async () => {
  const { host, server } = start({}, { ask: () => 'deny' })
  const tasks: unknown[] = []
  await expect(host.callTool('a__copy', {}, { onTask: (task) => tasks.push(task) })).rejects.toMatchObject({
    code: 'denied',
  })
  expect([server.ofMethod('tools/call'), tasks]).toEqual([[], []])
})

test.each<[string, readonly string[], (abort: AbortController, stop: () => void) => void, object]>([
  ['aborting its signal, which cancels it', ['t1'], (abort) => abort.abort(new Error('no')), { message: 'no' }],
  ['stopping its server', [], (_abort, stop) => stop(), { code: 'closed' }],
])('the wait for a task ends by %s, and is in the audit log as failed', async (_name, cancelled, end, reason) => {
  const { host, server } = start({ 'tasks/get': () => state('working', { pollIntervalMs: 1 }) })
  const [abort, created] = [new AbortController(), deferred<unknown>()]
  const call = host.callTool('a__copy', {}, { signal: abort.signal, onTask: created.resolve })
  const failed = expect(call).rejects.toMatchObject(reason)
  await created.promise
  end(abort, () => void host.stop('a'))
  await failed
  expect(server.ofMethod('tasks/cancel').map(({ params }) => params?.['taskId'])).toEqual(cancelled)
  expect(host.audit.find(({ type }) => type === 'result')).toMatchObject({ tool: 'copy', outcome: 'failed' })
})

test('a call on a connection of its own is asked about and audited, and that connection is closed', async () => {
  const server = createServer({
    name: 'a',
    version: '1',
    tools: { speak: tool({ description: 'Says', run: () => 'hi' }) },
  })
  const questions: ConsentRequest[] = []
  const ask: HostOptions['ask'] = (question) => {
    questions.push(question)
    return questions.length === 1 ? 'allow' : 'deny'
  }
  const host = startHost({ servers: { a: server }, ask })
  const connection = { revision: '2024-11-05' } as const
  expect(await host.callTool('a__speak', {}, { connection })).toMatchObject({ content: [{ text: 'hi' }] })
  expect((await host.client('a')).revision).toBe('2026-07-28')
  await expect(host.callTool('a__speak', {}, { connection })).rejects.toMatchObject({ code: 'denied' })
  expect(questions.map(({ type }) => type)).toEqual(['call', 'call'])
  expect(host.audit.flatMap((record) => (record.type === 'result' ? record.outcome : []))).toEqual(['ok'])
})

test('a server without tasks refuses it before anything is sent, and an app may call one all the same as a model', async () => {
  const plain = start({ 'server/discover': () => discovered({ tools: {} }) })
  await expect(plain.host.callTool('a__copy', {}, { onTask: () => {} })).rejects.toMatchObject({ code: 'unsupported' })
  expect(plain.server.ofMethod('tools/call')).toEqual([])
  const { host, questions } = start()
  await host.tools()
  const tasks: string[] = []
  await host.callAppTool({ server: 'a', tool: 'copy' }, {}, { onTask: ({ id }) => tasks.push(id) })
  expect([tasks, questions]).toMatchObject([['t1'], [{ type: 'call', isFromApp: true }]])
})
