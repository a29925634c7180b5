import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { nameForm } from '../fixtures/connect-fake.js'
import { discovered, initialized } from '../fixtures/fake-server.js'
import { connectTo } from '../http/fixtures/connect-to.js'
import { FakeStream } from '../http/fixtures/fake-stream.js'
import type { Answer } from '../http/fixtures/fake-web.js'
import { answer, empty, never } from '../http/fixtures/replies.js'
import { modernServer, type Replies, SessionServer } from '../http/fixtures/servers.js'

const extensions = { 'io.modelcontextprotocol/tasks': {} }
const task = { taskId: 't1', status: 'working', createdAt: '', lastUpdatedAt: '', ttlMs: null, pollIntervalMs: 1_000 }
const completed = { ...task, resultType: 'complete', status: 'completed', result: { content: [] } }
const created: Answer = (request) => answer(request, { result: { ...task, resultType: 'task' } })
const done: Answer = (request) => answer(request, { result: completed })
const unreachable: Answer = () => Promise.reject(new TypeError('fetch failed'))
const cut: Answer = () => new FakeStream().cut().response
const busy: Answer = () => empty(429)
const down: Answer = () => empty(503)
const forbidden: Answer = () => empty(401)

/** Answers polls one after the other; the last one again and again. */
function start(...polls: readonly Answer[]) {
  let at = 0
  const poll: Answer = (request) => {
    const next = polls[Math.min(at, polls.length - 1)] ?? done
    at += 1
    return next(request)
  }
  return connectTo(
    modernServer({
      'server/discover': (request) => answer(request, discovered({ tools: {}, extensions })),
      'tools/call': created,
      'tasks/get': poll,
      'tasks/cancel': (request) => answer(request, { result: { resultType: 'complete' } }),
    }),
  )
}

test.each<[string, Answer]>([
  ['was not reached', unreachable],
  ['broke off', cut],
  ['is busy', busy],
  ['is down', down],
])('a server that %s is asked again how a task stands; the call is not sent again', async (_name, trouble) => {
  verifies('TASKX-13')
  const { client, web, runtime } = await start(trouble, trouble, trouble, trouble, done)
  const call = client.callTool('x', {})
  await runtime.advance(10_000)
  expect(await call).toEqual({ content: [] })
  expect(web.ofMethod('tools/call').length).toBe(1)
  expect(web.ofMethod('tasks/get').length).toBe(5)
  await client.close()
})

test.each<[string, Answer]>([
  ['was not reached', unreachable],
  ['broke off', cut],
  ['is busy', busy],
  ['is down', down],
])('a server that %s is told an answer again; nobody is asked again', async (_name, trouble) => {
  const inputRequests = { who: nameForm }
  let asked = 0
  let reported = 0
  const { client, web, runtime } = await connectTo(
    modernServer({
      'server/discover': (request) => answer(request, discovered({ tools: {}, extensions })),
      'tools/call': created,
      'tasks/get': (request) =>
        answer(request, {
          result:
            reported > 3 ? completed : { ...task, resultType: 'complete', status: 'input_required', inputRequests },
        }),
      'tasks/update': (request) => {
        reported += 1
        return reported > 3 ? answer(request, { result: { resultType: 'complete' } }) : trouble(request)
      },
    }),
    {
      elicit: () => {
        asked += 1
        return { action: 'accept', content: { name: 'Ada' } }
      },
    },
  )
  const call = client.callTool('x', {})
  await runtime.advance(10_000)
  expect([await call, asked, reported]).toEqual([{ content: [] }, 1, 4])
  expect(web.ofMethod('tools/call').length).toBe(1)
  await client.close()
})

test('a server that stays away is given up when nothing was heard of it for timeoutMs', async () => {
  const { client, web, runtime } = await start(unreachable)
  const rejected = expect(client.callTool('x', {}, { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'closed' })
  await runtime.advance(8_000)
  await rejected
  await settled()
  expect(web.log.at(-1)).toBe('POST tasks/cancel')
  await client.close()
})

test('a server that wants to know who asks is not asked again', async () => {
  const { client, web, runtime } = await start(forbidden)
  const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'unauthorized', status: 401 })
  await runtime.advance(1_000)
  await rejected
  expect(web.ofMethod('tasks/get').length).toBe(1)
  await client.close()
})

/** A server of 2025-11-25 whose tool must be a task. */
function taskSessions(replies: Replies) {
  const sessions: SessionServer = new SessionServer({
    initialize: (request) =>
      answer(request, initialized({ tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } }), {
        headers: { 'mcp-session-id': sessions.sessionId },
      }),
    'tools/list': (request) =>
      answer(request, {
        result: { tools: [{ name: 'x', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } }] },
      }),
    ...replies,
  })
  return sessions
}

test('a legacy call that no task comes of holds its connection for as long again as the caller waited', async () => {
  const { client, web, runtime } = await connectTo(taskSessions({ 'tools/call': never }).answer)
  await client.listTools()
  const rejected = expect(client.callTool('x', {}, { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'timeout' })
  await runtime.advance(5_000)
  await rejected
  const isClosed = () => web.ofMethod('tools/call').map(({ signal }) => signal.aborted)
  await runtime.advance(4_999)
  expect(isClosed()).toEqual([false])
  await runtime.advance(1)
  expect([isClosed(), web.ofMethod('notifications/cancelled')]).toEqual([[true], []])
  await client.close()
})

test('a legacy task outlives the session in which it was made', async () => {
  const { ttlMs: _ttl, pollIntervalMs: _poll, ...rest } = task
  const core = { ...rest, ttl: null, pollInterval: 1_000 }
  const sessions = taskSessions({
    'tools/call': (request) => answer(request, { result: { task: core } }),
    'tasks/get': (request) => answer(request, { result: { ...core, status: 'completed' } }),
    'tasks/result': (request) => answer(request, { result: { content: [] } }),
  })
  const { client, web, runtime } = await connectTo(sessions.answer)
  await client.listTools()
  const call = client.callTool('x', {})
  await settled()
  sessions.lose()
  await runtime.advance(3_000)
  expect(await call).toEqual({ content: [] })
  expect([sessions.sessions, web.ofMethod('tools/call').length]).toEqual([2, 1])
  await client.close()
})
