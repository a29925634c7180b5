import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { initialized } from '../../fixtures/fake-server.js'
import { connectTo } from '../fixtures/connect-to.js'
import { FakeStream } from '../fixtures/fake-stream.js'
import type { Answer } from '../fixtures/fake-web.js'
import { answer, empty, json, page, refusal } from '../fixtures/replies.js'
import { capabilities, SessionServer } from '../fixtures/servers.js'

const legacy = { revision: '2025-11-25' } as const

/** A client whose calls are refused with `refuse` in its first sessions, as many as `sessions` says. */
async function start(refuse: Answer, sessions = 1) {
  const server: SessionServer = new SessionServer({
    'tools/call': (request) =>
      server.sessions <= sessions ? refuse(request) : answer(request, { result: { content: [] } }),
  })
  const connection = await connectTo(server.answer, legacy)
  await settled()
  const sent = (method: string) => connection.web.ofMethod(method).length
  return { ...connection, server, sent }
}

const forgotten: [string, Answer][] = [
  [
    '400, and the error of the official examples',
    () => refusal(400, -32000, 'Bad Request: No valid session ID provided'),
  ],
  ['400, and an invalid request that names the session', () => refusal(400, -32600, 'Unknown SESSION')],
  ['404, and the error of the official library', () => refusal(404, -32001, 'Session not found')],
  ['400, and a page', () => page(400)],
  ['404, and a page', () => page(404)],
  ['400, and nothing', () => empty(400)],
  ['400, and JSON that is no message', () => json({ error: 'unknown' }, { status: 400 })],
]

test.each(forgotten)(
  'a session is forgotten with %s: one new one is begun, and calls are sent again',
  async (_, refuse) => {
    verifies('HTTP-48')
    const { client, runtime, server, sent, errors } = await start(refuse)
    const calls = Promise.all(Array.from({ length: 10 }, (_, index) => client.callTool(`t${index}`, {})))
    await runtime.advance(100)
    expect((await calls).length).toBe(10)
    expect([server.sessions, sent('tools/call'), errors]).toEqual([2, 20, []])
    await client.close()
  },
)

const ownErrors: [string, Answer, object][] = [
  ['400 with -32000 that names no session', () => refusal(400, -32000, 'Bad'), { code: -32000, message: 'Bad' }],
  ['400 with -32602', () => refusal(400, -32602, 'No such session type'), { code: -32602 }],
  [
    '400 with a stream',
    () => new Response('', { status: 400, headers: { 'content-type': 'text/event-stream' } }),
    { code: 'invalid_result' },
  ],
  ['400 with a result', (request) => answer(request, { result: {} }, { status: 400 }), { code: 'invalid_result' }],
  ['403', () => page(403), { code: 'unauthorized' }],
  ['410', () => page(410), { code: 'invalid_result' }],
]

test.each(ownErrors)('a call that is refused with %s is at fault itself', async (_name, refuse, error) => {
  const { client, server, sent } = await start(refuse)
  await expect(client.callTool('x', {})).rejects.toMatchObject(error)
  expect([server.sessions, sent('tools/call')]).toEqual([1, 1])
  await client.close()
})

test('a result that speaks of sessions is a result', async () => {
  const result = { content: [{ type: 'text', text: 'Session not found' }], isError: true }
  const { client, server } = await start((request) => answer(request, { result }))
  expect(await client.callTool('x', {})).toMatchObject(result)
  expect(server.sessions).toBe(1)
  await client.close()
})

test('a call that is refused with 400 in the new session as well is at fault itself, and the session is kept', async () => {
  const { client, runtime, server, sent } = await start(() => refusal(400, -32000, 'No session'), 9)
  const refused = expect(client.callTool('x', {})).rejects.toMatchObject({ code: -32000, message: 'No session' })
  await runtime.advance(100)
  await refused
  await client.ping()
  expect([server.sessions, sent('tools/call')]).toEqual([2, 2])
  await client.close()
})

test('a call that is refused with 404 in the new session as well is sent twice, not more', async () => {
  const { client, runtime, sent } = await start(() => refusal(404, -32001, 'Session not found'), 9)
  const refused = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'closed' })
  await runtime.advance(1_000)
  await refused
  expect(sent('tools/call')).toBe(2)
  await client.close()
})

test('a call that was given up meanwhile is not sent again', async () => {
  const { client, runtime, sent } = await start(() => page(400))
  const controller = new AbortController()
  const refused = expect(client.callTool('x', {}, { signal: controller.signal })).rejects.toThrow('enough')
  await settled()
  controller.abort(new Error('enough'))
  await refused
  await runtime.advance(1_000)
  expect(sent('tools/call')).toBe(1)
  await client.close()
})

test('a server without sessions forgets none', async () => {
  const { client, web } = await connectTo((request) => {
    const { id, method, params } = request.message
    if (method === 'initialize') return answer(request, initialized(capabilities, params?.['protocolVersion']))
    return id === undefined ? empty(202) : page(400)
  }, legacy)
  await expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'invalid_result' })
  expect(web.ofMethod('initialize').length).toBe(1)
  await client.close()
})

test('an answer or a notification that is refused without a word of the session loses nothing', async () => {
  const stream = new FakeStream()
  const server = new SessionServer({
    GET: () => stream.response,
    'notifications/roots/list_changed': () => page(400),
  })
  const { client, errors } = await connectTo(server.answer, { ...legacy, roots: [] })
  await settled()
  client.setRoots([])
  await settled()
  await client.ping()
  expect([server.sessions, errors]).toEqual([1, [expect.stringMatching(/answered HTTP 400$/)]])
  await client.close()
})

test.each<[string, Answer]>([
  ['an error that names the session', () => refusal(400, -32000, 'Bad Request: No valid session ID provided')],
  ['a text that names it', () => new Response('Invalid or missing session ID', { status: 400 })],
])('a stream that is refused with 400 and %s begins a new session for who listens', async (_name, refuse) => {
  let stream = new FakeStream()
  let isKnown = true
  const server = new SessionServer({
    GET: () => {
      stream = new FakeStream()
      return isKnown ? stream.response : refuse({} as never)
    },
    initialize: (request) => {
      isKnown = true
      const { protocolVersion } = request.message.params ?? {}
      const headers = { 'mcp-session-id': server.sessionId }
      return answer(request, initialized(capabilities, protocolVersion), { headers })
    },
  })
  const { client, runtime } = await connectTo(server.answer, legacy)
  await client.listen({ tools: true })
  isKnown = false
  stream.end()
  await runtime.advance(1_000)
  expect(server.sessions).toBe(2)
  await client.close()
})
