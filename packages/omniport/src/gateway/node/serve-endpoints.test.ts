import { request as httpRequest } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { connect } from '../../client/connect.js'
import { createServer } from '../../server/create-server.js'
import { tool } from '../../server/tools/tool.js'
import type { AuthRequest } from '../../transport/http/auth/authenticate.js'
import type { UpstreamStatus } from '../gateway.js'
import type { EndpointServer } from './endpoint-table.js'
import { type Endpoints, type ServedEndpoints, type ServeEndpointsOptions, serveEndpoints } from './serve-endpoints.js'

const opened: AsyncDisposable[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]()
})

function upstream(name: string, more: Partial<UpstreamStatus> = {}): UpstreamStatus {
  return { name, state: 'ready', isolation: 'shared', connections: 1, inFlight: 0, ...more }
}

/** A server whose only tool says its name, in the place of a gateway with these upstreams. */
function gatewayOf(name: string, upstreams?: () => readonly UpstreamStatus[]): EndpointServer {
  const server = createServer({
    name,
    version: '1',
    logger: createRecordingLogger(),
    tools: { who: tool({ run: () => name }) },
  })
  opened.push(server)
  return { serve: server.serve, environment: server.environment, ...(upstreams !== undefined && { status: upstreams }) }
}

async function serve(endpoints: Endpoints, options: ServeEndpointsOptions = {}): Promise<ServedEndpoints> {
  const served = await serveEndpoints(endpoints, { port: 0, logger: createRecordingLogger(), ...options })
  opened.push(served)
  return served
}

/** Connects at a revision, and calls the only tool. */
async function clientOf(url: string | undefined, revision?: '2026-07-28' | '2025-11-25' | '2024-11-05') {
  const client = await connect(`${url}`, { name: 'c', version: '1', revision })
  opened.push(client)
  return { client, who: async () => (await client.callTool('who', {})).content }
}

const says = (text: string) => [{ type: 'text', text }]

/** Like `fetch`, with any `Host`. */
function get(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  return new Promise<{ status: number | undefined; body: unknown; headers: object }>((resolve, reject) => {
    const sent = httpRequest(url, { method, headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          body: text === '' ? undefined : JSON.parse(text),
          headers: response.headers,
        }),
      )
    })
    sent.on('error', reject).end()
  })
}

describe('endpoints', () => {
  test.each(['2026-07-28', '2025-11-25'] as const)('are servers of their own on one port, at %s', async (revision) => {
    const { urls, origin } = await serve({ notes: { server: gatewayOf('notes') }, work: { server: gatewayOf('work') } })
    expect(urls).toEqual({ notes: `${origin}/mcp/notes`, work: `${origin}/mcp/work` })
    const clients = await Promise.all(Object.values(urls).map((url) => clientOf(url, revision)))
    expect(await Promise.all(clients.map(({ who }) => who()))).toEqual([says('notes'), says('work')])
  })

  test('serve HTTP+SSE below their path', async () => {
    const { urls } = await serve({ notes: { server: gatewayOf('notes') } })
    const { who } = await clientOf(`${urls['notes']}/sse`, '2024-11-05')
    expect(await who()).toEqual(says('notes'))
  })

  test('may have another path', async () => {
    const { urls, origin } = await serve({ notes: { server: gatewayOf('notes'), path: '/mcp' } })
    expect(urls).toEqual({ notes: `${origin}/mcp` })
    expect(await (await clientOf(urls['notes'])).who()).toEqual(says('notes'))
  })

  test('are not named to those who ask for another path', async () => {
    const { origin } = await serve({ notes: { server: gatewayOf('notes') } })
    const { status, body } = await get(`${origin}/mcp/secret`)
    expect([status, body]).toEqual([
      404,
      {
        jsonrpc: '2.0',
        error: { code: -32600, message: '/mcp/secret: no MCP endpoint here; endpoints are at /mcp/<name>' },
      },
    ])
  })

  test('have auth of their own, or that of all', async () => {
    verifies('SEC-12')
    const principal = (id: string) => ({ id, scopes: [], claims: {} })
    const authOf = (token: string) => (request: AuthRequest) =>
      request.headers.get('authorization') === `Bearer ${token}` ? principal(token) : { denied: 'missing' as const }
    const { origin } = await serve(
      { own: { server: gatewayOf('own'), auth: authOf('a') }, other: { server: gatewayOf('other'), auth: undefined } },
      { auth: authOf('b') },
    )
    const statusOf = async (name: string, token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(`${origin}/mcp/${name}`, { method: 'POST', headers, body: '{}' })
      await response.body?.cancel()
      return response.status
    }
    const isRefused = async (name: string, token: string) => (await statusOf(name, token)) === 401
    expect([await isRefused('own', 'a'), await isRefused('own', 'b')]).toEqual([false, true])
    expect([await isRefused('other', 'a'), await isRefused('other', 'b')]).toEqual([true, false])
  })

  test.each([
    [{ 'a b': {} }, 'the name of an endpoint must be of letters, digits, - and _, got "a b"'],
    [{ a: {} }, 'endpoint "a": server must be a gateway or a server, got undefined'],
    [{ a: { server: gatewayOf('a'), pth: '/x' } }, 'endpoint "a": there is no option "pth"; did you mean "path"?'],
    [{ a: { server: gatewayOf('a'), path: '/status' } }, 'endpoint "a": /status is served already'],
    [
      { a: { server: gatewayOf('a') }, b: { server: gatewayOf('b'), path: '/mcp/a' } },
      'endpoint "b": /mcp/a is served already',
    ],
  ])('that cannot be served are refused: %#', async (endpoints, message) => {
    await expect(serve(endpoints as never)).rejects.toThrow(message)
  })
})

describe('beyond this machine', () => {
  const auth = () => ({ denied: 'missing' as const })
  const guarded = () => ({ server: gatewayOf('a'), auth })

  test.each(['0.0.0.0', '::', '192.168.1.1'])('%s: an endpoint without auth is refused', async (hostname) => {
    verifies('SEC-15')
    const message = `hostname "${hostname}" is reachable from other machines: give auth, or unauthenticated: true`
    await expect(serve({ a: guarded(), b: { server: gatewayOf('b') } }, { hostname })).rejects.toThrow(message)
  })

  test('auth for each, auth for all, or a word of the caller lets it listen', async () => {
    verifies('SEC-15')
    const open = { b: { server: gatewayOf('b') } }
    const hostname = '0.0.0.0'
    const all = [
      await serve({ a: guarded() }, { hostname }),
      await serve(open, { hostname, auth }),
      await serve(open, { hostname, unauthenticated: true }),
    ]
    expect(all.map(({ urls }) => Object.keys(urls))).toEqual([['a'], ['b'], ['b']])
  })

  test('endpoints without auth cannot come later, either', async () => {
    const served = await serve({ a: guarded() }, { hostname: '0.0.0.0' })
    expect(() => served.replace({ b: { server: gatewayOf('b') } })).toThrow('is reachable from other machines')
    expect(Object.keys(served.urls)).toEqual(['a'])
  })
})

describe('endpoints that are replaced', () => {
  test.each([
    ['2026-07-28', '/mcp/work: no MCP endpoint here'],
    ['2025-11-25', 'The server could not be re'],
  ] as const)('keep their sessions where they stay the same, at %s', async (revision, why) => {
    const [notes, work] = [gatewayOf('notes'), gatewayOf('work')]
    const served = await serve({ notes: { server: notes }, work: { server: work } })
    const stays = await clientOf(served.urls['notes'], revision)
    const goes = await clientOf(served.urls['work'], revision)
    served.replace({ notes: { server: notes }, more: { server: gatewayOf('more') } })
    expect(Object.keys(served.urls)).toEqual(['notes', 'more'])
    expect(await stays.who()).toEqual(says('notes'))
    expect(await (await clientOf(served.urls['more'], revision)).who()).toEqual(says('more'))
    await expect(goes.who()).rejects.toThrow(why)
  })

  test('stay as they are where one of the new ones cannot be served', async () => {
    const notes = gatewayOf('notes')
    const served = await serve({ notes: { server: notes } })
    const { who } = await clientOf(served.urls['notes'], '2025-11-25')
    expect(() => served.replace({ work: { server: gatewayOf('work') }, bad: {} as never })).toThrow('endpoint "bad"')
    expect([Object.keys(served.urls), await who()]).toEqual([['notes'], says('notes')])
  })
})

describe('/healthz and /readyz', () => {
  test('say that the process runs and serves', async () => {
    const { origin } = await serve({ a: { server: gatewayOf('a') } })
    expect(await get(`${origin}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await get(`${origin}/readyz?x=1`, { host: 'proxy.example' })).toMatchObject({
      status: 200,
      body: { status: 'ready' },
      headers: { 'cache-control': 'no-store', 'content-type': 'application/json' },
    })
    expect(await get(`${origin}/healthz`, {}, 'HEAD')).toMatchObject({ status: 200, body: undefined })
    expect(await get(`${origin}/readyz`, {}, 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  })

  test.each<[string, readonly UpstreamStatus[], number, string]>([
    ['one upstream of two can be reached', [upstream('x'), upstream('y', { state: 'failed' })], 200, 'ready'],
    ['none was needed yet', [upstream('x', { state: 'idle' })], 200, 'ready'],
    ['none can be reached', [upstream('x', { state: 'failed' }), upstream('y', { state: 'disabled' })], 503, 'failing'],
    ['there is none', [], 200, 'ready'],
  ])('where %s', async (_name, upstreams, status, text) => {
    const { origin } = await serve({ good: { server: gatewayOf('a') }, a: { server: gatewayOf('a', () => upstreams) } })
    expect(await get(`${origin}/readyz`)).toMatchObject({ status, body: { status: text } })
    expect((await get(`${origin}/healthz`)).status).toBe(200)
  })
})

describe('/status', () => {
  const failed = upstream('x', { state: 'failed', error: 'no such command' })
  const endpoints = () => ({
    a: { server: gatewayOf('a', () => [failed, upstream('y')]) },
    b: { server: gatewayOf('b') },
  })

  test('has each endpoint and upstream', async () => {
    const { origin } = await serve(endpoints())
    const { status, body } = await get(`${origin}/status`)
    expect([status, body]).toEqual([
      200,
      {
        status: 'ready',
        uptimeMs: expect.any(Number),
        endpoints: {
          a: { path: '/mcp/a', upstreams: [failed, upstream('y')] },
          b: { path: '/mcp/b', upstreams: [] },
        },
      },
    ])
  })

  test.each([
    ['a web page that has rebound its name', { host: 'evil.example:80' }],
    ['a web page of this machine', { origin: 'http://localhost:8000' }],
    ['a proxy of this machine', { 'x-forwarded-for': '203.0.113.5' }],
    ['another proxy of this machine', { forwarded: 'for=203.0.113.5' }],
  ])('is not for %s', async (_name, headers) => {
    const { origin } = await serve(endpoints())
    const { status, body } = await get(`${origin}/status`, headers)
    expect([status, JSON.stringify(body)]).toEqual([403, expect.not.stringContaining('no such command')])
  })

  test('is for those who authenticate, where somebody can', async () => {
    const auth = (request: AuthRequest) =>
      request.headers.get('authorization') === 'Bearer t'
        ? { id: 'ada', scopes: [], claims: {} }
        : { denied: 'missing' as const }
    const { origin } = await serve(endpoints(), { auth })
    expect(await get(`${origin}/status`)).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
    const { status } = await get(`${origin}/status`, { authorization: 'Bearer t', host: 'gateway.example' })
    expect(status).toBe(200)
  })
})
