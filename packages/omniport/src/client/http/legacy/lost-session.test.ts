import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { connectTo } from '../fixtures/connect-to.js'
import { FakeStream } from '../fixtures/fake-stream.js'
import type { Answer } from '../fixtures/fake-web.js'
import { empty, never, page, refusal } from '../fixtures/replies.js'
import { SessionServer } from '../fixtures/servers.js'

const legacy = { revision: '2025-11-25' } as const

test('a lost session is opened again once for all that wait, and what it refused is sent again on the next', async () => {
  verifies('HTTP-48')
  const server = new SessionServer()
  const { client, web, runtime, errors } = await connectTo(server.answer, legacy)
  await settled()
  web.requests.length = 0
  server.lose()
  const reads = Array.from({ length: 20 }, (_, index) => client.readResource(`a:${index}`))
  const calls = Array.from({ length: 3 }, (_, index) => client.callTool(`t${index}`, {}))
  await settled()
  const later = client.callTool('later', {})
  await runtime.advance(100)
  await Promise.all([...reads, ...calls, later])
  const uris = web.ofMethod('resources/read').map(({ message }) => message.params?.['uri'])
  expect([web.ofMethod('initialize').length, server.sessions, errors]).toEqual([1, 2, []])
  expect(uris.slice(20).sort()).toEqual(uris.slice(0, 20).sort())
  const names = web.ofMethod('tools/call').map(({ message }) => message.params?.['name'])
  expect(names.sort()).toEqual(['later', 't0', 't0', 't1', 't1', 't2', 't2'])
  await client.close()
  expect(
    web.requests.filter(({ method }) => method === 'DELETE').map(({ headers }) => headers.get('mcp-session-id')),
  ).toEqual(['secret-2'])
})

test('what was set up on the lost session is set up on the next: the log level, subscriptions', async () => {
  const server = new SessionServer()
  const { client, web, runtime } = await connectTo(server.answer, legacy)
  await client.setLogLevel('debug')
  const subscription = await client.listen({ tools: true, uris: ['a:b'] })
  await settled()
  web.requests.length = 0
  server.lose()
  const call = client.callTool('x', {})
  await runtime.advance(100)
  await call
  expect(web.log).toEqual([
    'POST tools/call',
    'POST initialize',
    'POST notifications/initialized',
    'GET',
    'POST logging/setLevel',
    'POST resources/subscribe',
    'POST tools/call',
  ])
  const iterator = subscription[Symbol.asyncIterator]()
  expect([(await iterator.next()).value, (await iterator.next()).value]).toEqual([
    { type: 'tools' },
    { type: 'resource', uri: 'a:b' },
  ])
  await client.close()
})

test.each<[string, (client: Awaited<ReturnType<typeof connectTo>>['client']) => Promise<unknown>, string]>([
  ['list', (client) => client.listTools(), 'tools/list'],
  ['read', (client) => client.readResource('a:b'), 'resources/read'],
  ['get', (client) => client.getPrompt('p'), 'prompts/get'],
  [
    'complete',
    (client) => client.complete({ type: 'ref/prompt', name: 'p' }, { name: 'a', value: '' }),
    'completion/complete',
  ],
  ['ping', (client) => client.ping(), 'ping'],
  ['setLogLevel', (client) => client.setLogLevel('error'), 'logging/setLevel'],
])('is sent again on the next session: %s', async (_name, run, method) => {
  const server = new SessionServer()
  const { client, web, runtime } = await connectTo(server.answer, legacy)
  server.lose()
  const running = run(client)
  await runtime.advance(100)
  await running
  expect(web.ofMethod(method).length).toBe(2)
  await client.close()
})

test('it is sent three times at most: a server that loses every session at once fails the call', async () => {
  const server = new SessionServer({ 'resources/read': () => refusal(404, -32001) })
  const { client, web, runtime } = await connectTo(server.answer, legacy)
  const rejected = expect(client.readResource('a:b')).rejects.toMatchObject({ code: 'closed' })
  await runtime.advance(1_000)
  await rejected
  expect(web.ofMethod('resources/read').length).toBe(3)
  await client.close()
})

test('what was in flight elsewhere is lost with the session, a second later, and not sent again', async () => {
  const server = new SessionServer({ 'tools/call': never })
  const { client, web, runtime } = await connectTo(server.answer, legacy)
  const rejected = expect(client.callTool('slow', {})).rejects.toMatchObject({ code: 'closed' })
  await settled()
  server.lose()
  const ping = client.ping()
  await runtime.advance(1_000)
  await rejected
  await runtime.advance(100)
  await ping
  expect(web.ofMethod('tools/call').map(({ signal }) => signal.aborted)).toEqual([true])
  await client.close()
})

test('a standalone stream that the server does not know any more opens a new session for who listens', async () => {
  let stream = new FakeStream()
  const get: Answer = () => {
    stream = new FakeStream()
    return stream.response
  }
  const server = new SessionServer({ GET: get })
  const { client, runtime } = await connectTo(server.answer, legacy)
  await client.listen({ tools: true })
  server.lose()
  stream.end()
  await runtime.advance(1_000)
  expect(server.sessions).toBe(2)
  await client.close()
})

test('a server that is away is tried again with growing delays for who listens, until it is back', async () => {
  let away = false
  const server = new SessionServer()
  const { client, web, runtime } = await connectTo((request) => (away ? page(502) : server.answer(request)), legacy)
  const subscription = await client.listen({ tools: true })
  server.lose()
  const lost = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'unreachable' })
  await settled()
  away = true
  const tries: number[] = []
  for (const ms of [75, 150, 300, 601, 1_202, 2_403, 4_806, 9_612, 19_225, 22_529, 22_529]) {
    web.requests.length = 0
    await runtime.advance(ms + 1)
    tries.push(web.requests.length)
  }
  expect(tries).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
  await lost
  away = false
  await runtime.advance(30_000)
  expect((await subscription[Symbol.asyncIterator]().next()).value).toEqual({ type: 'tools' })
  expect(server.sessions).toBe(2)
  await client.close()
})

test('calls wait for a server that is away for a few tries, and the next call tries again', async () => {
  let away = false
  const server = new SessionServer()
  const { client, runtime, errors } = await connectTo((request) => (away ? page(502) : server.answer(request)), legacy)
  server.lose()
  const lost = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'unreachable' })
  await settled()
  away = true
  const rejected = expect(client.ping()).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(/^The server could not be reached again: .* answered HTTP 502$/),
  })
  await runtime.advance(10_000)
  await Promise.all([lost, rejected])
  expect(errors.length).toBe(5)
  away = false
  const ping = client.ping()
  await runtime.advance(10_000)
  await ping
  expect(server.sessions).toBe(2)
  await client.close()
})

test('a server that is away and sends Retry-After is not tried sooner', async () => {
  const times: number[] = []
  let away = false
  const server = new SessionServer()
  const { client, runtime } = await connectTo((request) => {
    if (!away) return server.answer(request)
    times.push(runtime.now())
    return empty(503, { 'retry-after': '20' })
  }, legacy)
  server.lose()
  const since = runtime.now()
  const call = client.callTool('x', {})
  await settled()
  away = true
  await runtime.advance(75)
  away = false
  await runtime.advance(20_000)
  await call
  expect([times.map((time) => time - since), server.sessions]).toEqual([[75], 2])
  await client.close()
})
