import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { initialized } from '../../fixtures/fake-server.js'
import { connectTo } from '../fixtures/connect-to.js'
import { FakeStream } from '../fixtures/fake-stream.js'
import type { Answer } from '../fixtures/fake-web.js'
import { empty, page, refusal } from '../fixtures/replies.js'
import { capabilities } from '../fixtures/servers.js'

const legacy = { revision: '2024-11-05' } as const

/** A server of 2024-11-05, whose streams a test may end. `post` may answer a POST in its place. */
class SseServer {
  readonly streams: FakeStream[] = []
  readonly #post: Answer

  constructor(post: Answer = () => empty(202)) {
    this.#post = post
  }

  get stream(): FakeStream {
    return this.streams.at(-1) as FakeStream
  }

  readonly answer: Answer = (request) => {
    if (request.method === 'GET') {
      this.streams.push(new FakeStream().send({ event: 'endpoint', data: `messages?id=secret-${this.streams.length}` }))
      return this.stream.response
    }
    if (request.path === '/mcp') return empty(405)
    const { id, method, params } = request.message
    if (method === 'initialize') this.reply(id, initialized(capabilities, params?.['protocolVersion']))
    else if (method === 'resources/read') this.reply(id, { result: { contents: [] } })
    else if (method !== 'tools/call' && id !== undefined && method !== undefined) this.reply(id, { result: {} })
    return this.#post(request)
  }

  reply(id: unknown, reply: object | undefined): void {
    this.stream.send({ event: 'message', data: { jsonrpc: '2.0', id, ...reply } })
  }
}

test('messages are posted to the endpoint, and come on the stream, with the headers of the user on both', async () => {
  verifies('SSE-03', 'SSE-04')
  const server = new SseServer()
  const { client, web } = await connectTo(server.answer, { ...legacy, headers: { authorization: 'Bearer t' } })
  server.stream.send({ event: 'message', data: { jsonrpc: '2.0', id: 1, method: 'ping' } })
  await settled()
  expect(web.requests.at(-1)?.message).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  expect(web.requests.map(({ path, headers }) => [path, headers.get('authorization')])).toEqual([
    ['/mcp', 'Bearer t'],
    ['/mcp', 'Bearer t'],
    ['/messages?id=secret-0', 'Bearer t'],
    ['/messages?id=secret-0', 'Bearer t'],
    ['/messages?id=secret-0', 'Bearer t'],
  ])
  await client.close()
  await settled()
  expect([server.stream.isOpen, web.open]).toEqual([false, 0])
})

test('when the stream ends a new connection is made: what may be is sent again, calls are not', async () => {
  verifies('INT-18')
  const server = new SseServer()
  const { client, web, runtime } = await connectTo(server.answer, legacy)
  await client.setLogLevel('debug')
  const lost = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'closed' })
  await settled()
  server.stream.end()
  await lost
  const read = client.readResource('a:b')
  await runtime.advance(100)
  expect(await read).toEqual({ contents: [] })
  expect([server.streams.length, web.ofMethod('tools/call').length, web.ofMethod('logging/setLevel').length]).toEqual([
    2, 1, 2,
  ])
  await client.close()
})

test.each<[string, Answer, object]>([
  ['a page', () => page(500), { code: 'invalid_result' }],
  ['an error', () => refusal(400, -32602, 'Wrong'), { code: -32602 }],
  ['a lost session', () => refusal(404, -32001, 'No stream of this id'), { code: -32001 }],
])('a POST that is refused with %s rejects its call', async (_name, reply, error) => {
  const server = new SseServer(({ message }) => (message.method === 'tools/call' ? reply({} as never) : empty(202)))
  const { client } = await connectTo(server.answer, legacy)
  await expect(client.callTool('x', {})).rejects.toMatchObject(error)
  await client.ping()
  await client.close()
})

test('the reply to a POST may be anything, a stream included', async () => {
  const endless = new FakeStream()
  const server = new SseServer(({ message }) => (message.method === 'ping' ? endless.response : page(200)))
  const { client, web } = await connectTo(server.answer, legacy)
  await client.ping()
  await settled()
  expect([endless.isOpen, web.open]).toEqual([false, 1])
  await client.close()
})

test.each<[string, () => Response]>([
  ['text', () => new Response('Accepted', { status: 202, headers: { 'content-type': 'application/json' } })],
  [
    'the start of JSON',
    () => new Response('{"jsonrpc":', { status: 202, headers: { 'content-type': 'application/json' } }),
  ],
  [
    'a body that breaks',
    () => {
      const { response } = new FakeStream().raw('{').cut()
      return new Response(response.body, { status: 202, headers: { 'content-type': 'application/json' } })
    },
  ],
])('202 with %s, said to be JSON, is no error: the answer is on the stream', async (_name, reply) => {
  const server = new SseServer(reply)
  const { client, web, runtime, errors } = await connectTo(server.answer, legacy)
  expect(await client.readResource('a:b')).toEqual({ contents: [] })
  await runtime.advance(30_000)
  expect([errors, web.ofMethod('notifications/initialized').length]).toEqual([[], 1])
  await client.close()
})

test('a stream that ends as soon as it is up is opened less and less often for who listens', async () => {
  let isBrief = false
  const server: SseServer = new SseServer(({ message }) => {
    if (isBrief && message.method === 'notifications/initialized') server.stream.end()
    return empty(202)
  })
  const { client, runtime } = await connectTo(server.answer, legacy)
  await client.listen({ tools: true })
  isBrief = true
  server.stream.end()
  const opened: number[] = []
  for (const ms of [75, 150, 300, 601, 1_202, 2_403, 4_806, 9_612, 19_225, 22_529]) {
    await runtime.advance(ms + 1)
    opened.push(server.streams.length)
  }
  expect(opened).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  await client.close()
})

test('a second endpoint changes nothing', async () => {
  const server = new SseServer()
  const { client, web } = await connectTo(server.answer, legacy)
  server.stream.send({ event: 'endpoint', data: '/elsewhere' })
  await client.ping()
  expect(web.requests.at(-1)?.path).toBe('/messages?id=secret-0')
  await client.close()
})

test('no error tells the address of the endpoint', async () => {
  const server = new SseServer(({ message }) => (message.method === 'tools/call' ? page(500) : empty(202)))
  const { client, errors } = await connectTo(server.answer, legacy)
  const failed = await client.callTool('x', {}).catch(String)
  expect([String(failed).includes('secret'), errors]).toEqual([false, []])
  await client.close()
})
