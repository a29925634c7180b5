import { expect, onTestFinished, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { createServer } from '../../server/create-server.js'
import { tool } from '../../server/tools/tool.js'
import { createFetchHandler } from '../../transport/http/create-fetch-handler.js'
import { connect } from '../connect.js'
import { initialized } from '../fixtures/fake-server.js'
import { connectTo } from './fixtures/connect-to.js'
import { FakeStream } from './fixtures/fake-stream.js'
import type { Answer, WebRequest } from './fixtures/fake-web.js'
import { listen, sendJson } from './fixtures/listen.js'
import { answer, empty } from './fixtures/replies.js'
import { modernServer, SessionServer } from './fixtures/servers.js'

const legacy = { revision: '2025-11-25' } as const
const ping = (id: number) => `data: {"jsonrpc":"2.0","id":${id},"method":"ping"}\n\n`

test('calls that take every connection, and are all asked something, are all answered', async () => {
  const calls = 12
  const limits = { requestsPerServer: 4, answersPerServer: 1, streamsPerServer: 1 }
  let asked = 0
  let allAsked = () => {}
  const four = new Promise<void>((resolve) => {
    allAsked = resolve
  })
  const ask = tool({
    run: async (_input, ctx) => {
      const { content } = await ctx.elicit('Who?', { type: 'object', properties: { name: { type: 'string' } } })
      return String(content?.['name'])
    },
  })
  const server = createServer({ name: 'asking', version: '1', logger: { error() {}, warn() {} }, tools: { ask } })
  const handler = createFetchHandler(server, { allowedHosts: 'any' })
  onTestFinished(async () => {
    await handler.close()
    await server.close()
  })
  const client = await connect('http://asking.test/mcp', {
    ...legacy,
    limits,
    fetch: (input, init) => handler(new Request(input, init)),
    elicit: async () => {
      asked += 1
      if (asked === limits.requestsPerServer) allAsked()
      await four
      return { action: 'accept', content: { name: 'Ann' } }
    },
  })
  const results = await Promise.all(Array.from({ length: calls }, () => client.callTool('ask', {})))
  expect([results.length, asked]).toEqual([calls, calls])
  await client.close()
})

test('a flood of requests on one stream is answered in full, over few connections', async () => {
  const pings = 3_000
  const answers = new Set<unknown>()
  let most = 0
  const server = await listen(({ request, message }, response) => {
    most = Math.max(most, server.open())
    const { id, method } = message
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let index = 0; index < pings; index += 1) response.write(ping(index))
    } else if (method === 'initialize') {
      response.setHeader('mcp-session-id', 's')
      sendJson(response, { jsonrpc: '2.0', id, ...initialized({}, '2025-11-25') })
    } else {
      if (method === undefined) answers.add(id)
      response.writeHead(202).end()
    }
  })
  onTestFinished(() => server.close())
  const client = await connect(server.url, legacy)
  await expect.poll(() => answers.size, { timeout: 20_000 }).toBe(pings)
  // One for the stream, sixteen for answers, and one that may have been made for the handshake.
  expect(most).toBeLessThanOrEqual(18)
  await client.close()
})

/** A reply with as many requests of the server as the client reads, up to thousands, and how many these were. */
function manyPings() {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (sent === 5_000) controller.close()
      else controller.enqueue(new TextEncoder().encode(ping(sent)))
      sent += 1
    },
  })
  const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  return { response, sent: () => sent }
}

test.each<[string, (get: Answer, answers: Answer) => Answer, '2025-11-25' | '2024-11-05']>([
  ['a session', (GET, answers) => sessionServer(GET, answers), '2025-11-25'],
  ['HTTP+SSE', (GET, answers) => sseServer(GET, answers), '2024-11-05'],
])(
  'a stream of %s is not read while too many answers are under way, and then it is',
  async (_name, serve, revision) => {
    const stream = manyPings()
    const waiting: (() => void)[] = []
    const hold = () => new Promise<Response>((resolve) => waiting.push(() => resolve(empty(202))))
    const server = serve(() => stream.response, hold)
    const { client } = await connectTo(server, { revision })
    await settled()
    const before = stream.sent()
    await settled()
    expect([waiting.length, stream.sent() - before, before < 40]).toEqual([16, 0, true])
    for (const finish of waiting.splice(0)) finish()
    await settled()
    expect([waiting.length, stream.sent() > before]).toEqual([16, true])
    await client.close()
  },
)

function sessionServer(GET: Answer, answers: Answer): Answer {
  const server = new SessionServer({ GET })
  return (request) => (isAnswer(request) ? answers(request) : server.answer(request))
}

/** The stream begins with the endpoint and the response to `initialize`, and goes on as `get` says. */
function sseServer(get: Answer, answers: Answer): Answer {
  const first = new TransformStream<Uint8Array, Uint8Array>()
  const writer = first.writable.getWriter()
  const write = (text: string) => void writer.write(new TextEncoder().encode(text))
  return (request) => {
    const { id, method } = request.message
    if (request.method === 'GET') {
      write('event: endpoint\ndata: /messages\n\n')
      return new Response(first.readable, { headers: { 'content-type': 'text/event-stream' } })
    }
    if (request.path === '/mcp') return empty(405)
    if (isAnswer(request)) return answers(request)
    if (method === 'initialize')
      write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, ...initialized({}, '2024-11-05') })}\n\n`)
    else void sendRest(get(request) as Response)
    return empty(202)
  }

  async function sendRest({ body }: Response): Promise<void> {
    writer.releaseLock()
    await body?.pipeTo(first.writable).catch(() => {})
  }
}

function isAnswer({ method, message }: WebRequest): boolean {
  return method === 'POST' && message.method === undefined
}

test('a request that waits for a connection is sent in its turn, or not at all when it is given up', async () => {
  const finish: (() => void)[] = []
  const server = modernServer({
    'tools/call': (request) =>
      new Promise((resolve) => {
        finish.push(() => resolve(answer(request, { result: { resultType: 'complete', content: [] } })))
      }),
  })
  const { client, web } = await connectTo(server, { limits: { requestsPerServer: 1 } })
  const controller = new AbortController()
  const first = client.callTool('first', {})
  const second = expect(client.callTool('second', {}, { signal: controller.signal })).rejects.toThrow('enough')
  const third = client.callTool('third', {})
  await settled()
  controller.abort(new Error('enough'))
  await second
  finish[0]?.()
  await first
  await settled()
  finish[1]?.()
  await third
  expect(web.ofMethod('tools/call').map(({ message }) => message.params?.['name'])).toEqual(['first', 'third'])
  await client.close()
})

test('the time of a request that waits for a connection runs', async () => {
  const { client, web, runtime } = await connectTo(modernServer({ 'tools/call': () => new Promise(() => {}) }), {
    limits: { requestsPerServer: 1 },
  })
  const first = expect(client.callTool('first', {}, { timeoutMs: 600 })).rejects.toMatchObject({ code: 'timeout' })
  const second = expect(client.callTool('second', {}, { timeoutMs: 500 })).rejects.toMatchObject({ code: 'timeout' })
  await runtime.advance(500)
  await second
  await runtime.advance(100)
  await first
  expect(web.ofMethod('tools/call').map(({ message }) => message.params?.['name'])).toEqual(['first'])
  await client.close()
})

test('replies that a server leaves open do not hold the connections of the next calls', async () => {
  const server = modernServer({
    'tools/call': ({ message: { id } }) =>
      new FakeStream().send({ data: { jsonrpc: '2.0', id, result: { resultType: 'complete', content: [] } } }).response,
  })
  const { client, web, runtime } = await connectTo(server, { limits: { requestsPerServer: 1 } })
  for (let call = 0; call < 5; call += 1) {
    const called = client.callTool('x', {})
    await runtime.advance(50)
    await called
  }
  expect(web.ofMethod('tools/call').length).toBe(5)
  await client.close()
})

test('more streams than may be open are refused at once, and one that was closed makes room', async () => {
  const server = modernServer({
    'subscriptions/listen': ({ message: { id, params } }) => {
      const _meta = { 'io.modelcontextprotocol/subscriptionId': id }
      const acknowledged = { notifications: params?.['notifications'], _meta }
      const method = 'notifications/subscriptions/acknowledged'
      return new FakeStream().send({ data: { jsonrpc: '2.0', method, params: acknowledged } }).response
    },
  })
  const { client } = await connectTo(server, { limits: { streamsPerServer: 1 } })
  const first = await client.listen({ tools: true })
  await expect(client.listen({ prompts: true })).rejects.toMatchObject({
    code: 'limit',
    message: expect.stringMatching(/^http.*\/mcp has too many open streams: limits.streamsPerServer is 1$/),
  })
  await client.callTool('x', {})
  await first.close()
  const next = await client.listen({ prompts: true })
  await next.close()
  await client.close()
})
