import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { initialized } from '../../fixtures/fake-server.js'
import { connectTo } from '../fixtures/connect-to.js'
import { FakeStream } from '../fixtures/fake-stream.js'
import type { Answer, WebRequest } from '../fixtures/fake-web.js'
import { answer, empty, json, never, page, refusal } from '../fixtures/replies.js'
import { capabilities, SessionServer } from '../fixtures/servers.js'

const done = { content: [{ type: 'text', text: 'done' }] }
const response = (request: WebRequest, result: object = done) => ({ jsonrpc: '2.0', id: request.message.id, result })
const legacy = { revision: '2025-11-25' } as const

function sessionHeaders({ headers }: WebRequest): (string | null)[] {
  return [headers.get('mcp-session-id'), headers.get('mcp-protocol-version')]
}

test('the session id and the version go along with every request after initialize', async () => {
  verifies('HTTP-06', 'HTTP-45', 'HTTP-49', 'HTTP-50', 'HTTP-84')
  const { client, web } = await connectTo(new SessionServer().answer, legacy)
  await client.callTool('x', {})
  await client.close()
  expect(web.requests.map((request) => [request.method, request.message.method, ...sessionHeaders(request)])).toEqual([
    ['POST', 'initialize', null, null],
    ['POST', 'notifications/initialized', 'secret-1', '2025-11-25'],
    ['GET', undefined, 'secret-1', '2025-11-25'],
    ['POST', 'tools/call', 'secret-1', '2025-11-25'],
    ['DELETE', undefined, 'secret-1', '2025-11-25'],
  ])
})

test('a server without sessions is sent none, and none is ended', async () => {
  const server = new SessionServer({ initialize: (request) => answer(request, initialized({}, '2025-03-26')) })
  const stateless: Answer = (request) => {
    server.sessionId = ''
    return request.headers.has('mcp-session-id') || request.message.method === 'initialize'
      ? server.answer(request)
      : request.method === 'GET'
        ? empty(405)
        : request.message.id === undefined
          ? empty(202)
          : answer(request, { result: {} })
  }
  const { client, web } = await connectTo(stateless, { revision: '2025-03-26' })
  await client.ping()
  await client.close()
  expect(web.requests.map(sessionHeaders)).toEqual([
    [null, null],
    [null, '2025-03-26'],
    [null, '2025-03-26'],
    [null, '2025-03-26'],
  ])
})

test.each(['', 'with blank', 'ümlaut', 'x'.repeat(5_000)])(
  'a session id that cannot be sent back ends it: %j',
  async (id) => {
    const server: Answer = (request) => answer(request, initialized({}), { headers: { 'mcp-session-id': id } })
    await expect(connectTo(server, legacy)).rejects.toMatchObject({
      code: 'invalid_result',
      message: expect.not.stringContaining('blank'),
    })
  },
)

test('nothing overtakes notifications/initialized', async () => {
  let accept = () => {}
  const server = new SessionServer({
    'notifications/initialized': () =>
      new Promise((resolve) => {
        accept = () => resolve(empty(202))
      }),
  })
  const { client, web } = await connectTo(server.answer, legacy)
  const call = client.callTool('x', {})
  await settled()
  const before = web.log
  accept()
  await call
  expect([before, web.log]).toEqual([
    ['POST initialize', 'POST notifications/initialized'],
    ['POST initialize', 'POST notifications/initialized', 'GET', 'POST tools/call'],
  ])
  await client.close()
})

test.each<[string, Answer, number]>([
  ['405', () => empty(405), 0],
  ['404, from a server that routes no GET', () => page(404), 0],
  ['400', () => refusal(400, -32000), 0],
  ['501', () => empty(501), 0],
  ['418', () => empty(418), 1],
  ['a page', () => page(200), 1],
])('a server need not have a standalone stream: %s', async (_name, get, reports) => {
  const { client, web, errors, runtime } = await connectTo(new SessionServer({ GET: get }).answer, legacy)
  await runtime.advance(600_000)
  expect([web.log.filter((line) => line === 'GET').length, errors.length]).toEqual([1, reports])
  await client.ping()
  await client.close()
})

test('what comes on the standalone stream is heard, and answered by POST', async () => {
  const stream = new FakeStream()
  const logged: unknown[] = []
  const { client, web } = await connectTo(new SessionServer({ GET: () => stream.response }).answer, {
    ...legacy,
    onLog: ({ data }) => logged.push(data),
  })
  await settled()
  stream.send({ data: { jsonrpc: '2.0', id: 'p', method: 'ping' } })
  stream.send({ data: { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } } })
  await settled()
  expect([web.requests.at(-1)?.message, web.requests.at(-1)?.headers.get('mcp-session-id'), logged]).toEqual([
    { jsonrpc: '2.0', id: 'p', result: {} },
    'secret-1',
    [1],
  ])
  await client.close()
  await settled()
  expect([stream.isOpen, web.open]).toEqual([false, 0])
})

test('a question on the reply to a call is answered by a POST of its own', async () => {
  verifies('HTTP-06', 'HTTP-09')
  const stream = new FakeStream()
  const { client, web } = await connectTo(new SessionServer({ 'tools/call': () => stream.response }).answer, legacy)
  const call = client.callTool('x', {})
  await settled()
  stream.send({ data: { jsonrpc: '2.0', id: 1, method: 'roots/list' } })
  await settled()
  expect(web.requests.at(-1)?.message).toMatchObject({ id: 1, error: { code: -32601 } })
  stream.send({ data: response(web.ofMethod('tools/call')[0] as WebRequest) }).end()
  expect(await call).toEqual(done)
  await client.close()
})

test('giving up says so by a notification, and waits for nothing', async () => {
  verifies('HTTP-25')
  const { client, web, runtime } = await connectTo(new SessionServer({ 'tools/call': never }).answer, legacy)
  const controller = new AbortController()
  const call = client.callTool('x', {}, { signal: controller.signal })
  await settled()
  controller.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
  await settled()
  const asked = web.ofMethod('tools/call')[0]
  expect(web.requests.at(-1)?.message).toMatchObject({
    method: 'notifications/cancelled',
    params: { requestId: asked?.message.id },
  })
  expect([asked?.signal.aborted, runtime.timers]).toEqual([true, 0])
  await client.close()
})

test.each<[string, Answer]>([
  ['one array of JSON', (request) => json([response(request)])],
  ['an array on a stream', (request) => new FakeStream().send({ data: [response(request)] }).end().response],
  [
    'an array after one of notifications',
    (request) =>
      new FakeStream()
        .send({ data: [{ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }] })
        .send({ data: [response(request)] })
        .end().response,
  ],
])('2025-03-26 answers in batches: %s', async (_name, reply) => {
  const { client, errors } = await connectTo(new SessionServer({ 'tools/call': reply }).answer, {
    revision: '2025-03-26',
  })
  expect([await client.callTool('x', {}), errors]).toEqual([done, []])
  await client.close()
})

test('a batch of questions gets a batch of answers, in one POST', async () => {
  verifies('HTTP-08')
  const stream = new FakeStream()
  const { client, web } = await connectTo(new SessionServer({ GET: () => stream.response }).answer, {
    revision: '2025-03-26',
  })
  await settled()
  stream.send({ data: [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' })) })
  await settled()
  expect(web.requests.at(-1)?.message).toEqual([1, 2].map((id) => ({ jsonrpc: '2.0', id, result: {} })))
  await client.close()
})

test('later revisions have no batches', async () => {
  const server = new SessionServer({ 'tools/call': (request) => json([response(request)]) })
  const { client } = await connectTo(server.answer, legacy)
  await expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'invalid_result' })
  await client.close()
})

test.each<[string, Answer, object]>([
  ['404 with -32601', () => refusal(404, -32601, 'No such method'), { code: -32601 }],
  ['400 with -32000', () => refusal(400, -32000, 'Bad'), { code: -32000, message: 'Bad' }],
  ['429 with an error', () => refusal(429, -32603, 'Too many'), { code: -32603, message: 'Too many' }],
  ['503', () => empty(503), { code: 'unreachable' }],
  ['202', () => empty(202), { code: 'invalid_result' }],
  [
    'a stream without an id that ends',
    () => new FakeStream().send({ data: { jsonrpc: '2.0', method: 'x/y' } }).end().response,
    { code: 'closed' },
  ],
])('a call is answered with %s: the session goes on', async (_name, reply, error) => {
  const { client, web } = await connectTo(new SessionServer({ 'tools/call': reply }).answer, legacy)
  await expect(client.callTool('x', {})).rejects.toMatchObject(error)
  await client.ping()
  expect([web.ofMethod('initialize').length, web.ofMethod('tools/call').length]).toEqual([1, 1])
  await client.close()
})

test.each<[string, Answer]>([
  ['405', () => empty(405)],
  ['404', () => empty(404)],
  ['a failure', () => page(500)],
])('ending a session may fail: %s', async (_name, reply) => {
  const { client, errors, web } = await connectTo(new SessionServer({ DELETE: reply }).answer, legacy)
  await client.close()
  expect([web.log.at(-1), errors]).toEqual(['DELETE', []])
})

test('ending a session takes no longer than two seconds', async () => {
  const { client, runtime, web } = await connectTo(new SessionServer({ DELETE: never }).answer, legacy)
  const closing = client.close()
  await runtime.advance(2_000)
  await closing
  expect([web.requests.at(-1)?.signal.aborted, runtime.timers]).toEqual([true, 0])
})

test('no error and no message tells the session id', async () => {
  verifies('HTTP-44')
  const server = new SessionServer({
    'tools/call': ({ message }) =>
      message.params?.['name'] === 'x' ? page(500) : refusal(404, -32001, 'Session not found'),
    'resources/read': () => empty(503),
    GET: () => empty(418),
  })
  const { client, errors, runtime } = await connectTo(server.answer, legacy)
  const failures = await Promise.all(
    [client.callTool('x', {}), client.readResource('a:b')].map((call) => call.catch((error: Error) => error)),
  )
  const lost = client.callTool('y', {}).catch((error: Error) => error)
  await runtime.advance(1_000)
  const reported = [...failures, await lost].map(
    (error) => `${String(error)} ${JSON.stringify(error)} ${String((error as Error).cause)}`,
  )
  expect([...errors, ...reported].filter((text) => text.includes('secret'))).toEqual([])
  await client.close()
})

test('a server may answer with the handshake on a stream', async () => {
  const server = new SessionServer({
    initialize: (request) =>
      new FakeStream({ 'mcp-session-id': 'secret-1' })
        .send({ id: '1' }, { data: { jsonrpc: '2.0', id: request.message.id, ...initialized(capabilities) } })
        .end().response,
  })
  const { client, web } = await connectTo(server.answer, legacy)
  await client.ping()
  expect(web.requests.at(-1)?.headers.get('mcp-session-id')).toBe('secret-1')
  await client.close()
})

test('notifications/initialized is sent again where the connection breaks, until it gets there', async () => {
  let attempts = 0
  const server = new SessionServer({
    'notifications/initialized': () => {
      attempts += 1
      if (attempts < 3) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
      return new Response(null, { status: 202 })
    },
  })
  const { client, runtime, errors } = await connectTo(server.answer, legacy)
  const call = client.callTool('x', {})
  for (let pauses = 0; pauses < 20; pauses += 1) await runtime.advance(100)
  expect([await call, attempts, errors]).toEqual([{ content: [] }, 3, []])
  await client.close()
})

test('a batch of 2025-03-26 may hold the answer beside requests and notifications of the server', async () => {
  const server = new SessionServer({
    'tools/call': ({ message: { id } }) =>
      json([
        { jsonrpc: '2.0', id: 's', method: 'ping' },
        { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'found' }] } },
        { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
      ]),
  })
  const { client, web, errors } = await connectTo(server.answer, { revision: '2025-03-26' })
  expect(await client.callTool('x', {})).toMatchObject({ content: [{ text: 'found' }] })
  await settled()
  const bodies = web.requests.map(({ message }) => message)
  expect([bodies.at(-1), errors]).toEqual([[{ jsonrpc: '2.0', id: 's', result: {} }], []])
  await client.close()
})
