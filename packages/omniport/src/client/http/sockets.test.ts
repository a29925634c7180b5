import { expect, onTestFinished, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { connect } from '../connect.js'
import type { ConnectOptions } from '../connect-options.js'
import { listen, modernAnswer, sendJson } from './fixtures/listen.js'

type Special = Parameters<typeof modernAnswer>[0]

/** Node's own way of sending, and the global fetch. */
const senders: [string, ConnectOptions][] = [
  ['connections of its own', {}],
  ['fetch', { fetch: (...given) => fetch(...given) }],
]

async function serve(special: Special = () => false) {
  const server = await listen(modernAnswer(special))
  onTestFinished(() => server.close())
  return server
}

test.each(senders)('over %s: connections are used again', async (_name, options) => {
  const server = await serve()
  const client = await connect(server.url, options)
  for (let call = 0; call < 10; call += 1) await client.callTool('x', {})
  // The next request may start before the last one is quite over.
  expect(server.connections()).toBeLessThanOrEqual(2)
  await client.close()
})

test.each(senders)('over %s: many requests at once do not wait for each other', async (_name, options) => {
  const waiting: (() => void)[] = []
  const server = await serve(({ message }, response) => {
    if (message.method !== 'tools/call') return false
    waiting.push(() =>
      sendJson(response, { jsonrpc: '2.0', id: message.id, result: { resultType: 'complete', content: [] } }),
    )
    if (waiting.length === 20) for (const answer of waiting) answer()
    return true
  })
  const client = await connect(server.url, options)
  const calls = Array.from({ length: 20 }, () => client.callTool('x', {}))
  expect((await Promise.all(calls)).length).toBe(20)
  await client.close()
})

test.each(senders)(
  'over %s: giving up closes the connection, whether or not there is a reply',
  async (_name, options) => {
    let arrived = () => {}
    let closed = 0
    const server = await serve(({ message }, response) => {
      if (message.method !== 'tools/call') return false
      response.on('close', () => {
        closed += 1
      })
      if (closed > 0) response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
      arrived()
      return true
    })
    const client = await connect(server.url, options)
    for (const count of [1, 2]) {
      const controller = new AbortController()
      const came = new Promise<void>((resolve) => {
        arrived = resolve
      })
      const call = client.callTool('x', {}, { signal: controller.signal })
      const rejected = expect(call).rejects.toThrow('enough')
      await came
      controller.abort(new Error('enough'))
      await rejected
      await expect.poll(() => closed).toBe(count)
    }
    await client.close()
  },
)

test.each(senders)(
  'over %s: a connection that breaks loses a call, and a read is sent again',
  async (_name, options) => {
    let reads = 0
    const server = await serve(({ message }, response) => {
      if (message.method === 'tools/call') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 }).write('{"jsonrpc":')
        setImmediate(() => response.destroy())
        return true
      }
      if (message.method !== 'resources/read') return false
      reads += 1
      if (reads === 1) response.destroy()
      return reads === 1
    })
    const client = await connect(server.url, options)
    await expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'closed',
      message: expect.stringMatching(/^The connection to http:\/\/127\.0\.0\.1:\d+\/mcp broke: /),
    })
    expect([(await client.readResource('a:b')).contents, reads]).toEqual([[], 2])
    await client.close()
  },
)

test.each(senders)('over %s: a probe whose body never ends is given up and closed', async (_name, options) => {
  const runtime = new VirtualRuntime()
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  let closed = 0
  const server = await listen(({ message }, response) => {
    if (message.method === 'server/discover') {
      response.on('close', () => {
        closed += 1
      })
      response.writeHead(200, { 'content-type': 'application/json' }).write('{', begin)
    } else if (message.method === 'initialize') {
      const result = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 's', version: '1' } }
      sendJson(response, { jsonrpc: '2.0', id: message.id, result })
    } else response.writeHead(405).end()
  })
  onTestFinished(() => server.close())
  const connecting = connect(server.url, { ...options, runtime, limits: { probeMs: 50 } })
  await begun
  await runtime.advance(50)
  const client = await connecting
  expect(client.revision).toBe('2025-06-18')
  await expect.poll(() => closed).toBe(1)
  await client.close()
})

test.each(senders)('over %s: an answer without an end is cut off at the limit', async (_name, options) => {
  const server = await serve(({ message }, response) => {
    if (message.method !== 'tools/call') return false
    response.writeHead(200, { 'content-type': 'application/json' })
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    }
    response.on('drain', write)
    write()
    return true
  })
  const client = await connect(server.url, { ...options, limits: { responseBytes: 100_000 } })
  await expect(client.callTool('x', {})).rejects.toMatchObject({
    code: 'limit',
    message: 'The answer is longer than limits.responseBytes: 100000',
  })
  await client.close()
})

test.each(senders)(
  'over %s: a redirect within the origin is followed, one out of it is not',
  async (_name, options) => {
    const seen: (string | undefined)[] = []
    const server = await serve(({ request, message }, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`)
      if (request.url === '/mcp') response.writeHead(307, { location: '/mcp/' }).end('moved')
      else if (message.method === 'tools/call') response.writeHead(307, { location: 'http://127.0.0.2:1/' }).end()
      return response.headersSent
    })
    const client = await connect({ url: server.url, headers: { Authorization: 'Bearer t' } }, options)
    await expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'unreachable',
      message: `${server.url}/ answered HTTP 307; location: http://127.0.0.2:1/`,
    })
    expect(seen.slice(0, 2)).toEqual(['/mcp Bearer t', '/mcp/ Bearer t'])
    await client.close()
  },
)

test.each(senders)('over %s: where nobody listens the server is unreachable', async (_name, options) => {
  const server = await listen(() => {})
  await server.close()
  await expect(connect(server.url, options)).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(/^Cannot reach http:\/\/127\.0\.0\.1:\d+\/mcp: connect ECONNREFUSED/),
  })
})

test('the only connection for calls is used again, also after one that was given up', async () => {
  let arrived = () => {}
  const came = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const server = await serve(({ message }) => {
    const isFirst = message.method === 'tools/call' && message.params?.['name'] === 'first'
    if (isFirst) arrived()
    return isFirst
  })
  const client = await connect(server.url, { limits: { requestsPerServer: 1 } })
  const controller = new AbortController()
  const rejected = expect(client.callTool('first', {}, { signal: controller.signal })).rejects.toThrow('enough')
  await came
  const others = Array.from({ length: 10 }, () => client.callTool('x', {}))
  controller.abort(new Error('enough'))
  await rejected
  expect([(await Promise.all(others)).length, server.connections()]).toEqual([10, 2])
  await client.close()
})

test('closing ends what is open, and leaves no connection', async () => {
  let arrived = () => {}
  const came = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const server = await serve(({ message }) => {
    if (message.method === 'tools/call') arrived()
    return message.method === 'tools/call'
  })
  const client = await connect(server.url)
  const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'closed' })
  await came
  await client.readResource('a:b')
  await client.close()
  await rejected
  await expect.poll(server.open).toBe(0)
})
