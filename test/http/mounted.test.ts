import express5, { type Express } from 'express'
import express4 from 'express-4'
import { Client as SdkClient } from 'mcp-sdk-current/client/index.js'
import { SSEClientTransport } from 'mcp-sdk-current/client/sse.js'
import { StreamableHTTPClientTransport } from 'mcp-sdk-current/client/streamableHttp.js'
import { createServer, tool } from 'omniport'
import { type ConnectOptions, connect, textOf } from 'omniport/client'
import type { AuthRequest, HttpOptions } from 'omniport/http'
import { createNodeHandler, type NodeHandler } from 'omniport/node'
import { afterEach, describe, expect, test } from 'vitest'
import { listen } from '../interop/http/servers/listen.js'
import { verifies } from '../requirements/verifies.js'
import { SseReader } from '../support/sse-reader.js'

type Mount = (app: Express, handler: NodeHandler) => void

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const sse = { sseEndpoints: true }
const wellKnown = '/.well-known/oauth-protected-resource'

describe.each([
  ['Express 5', express5],
  ['Express 4', express4],
])('%s', (_name, express) => {
  /** Serves an app whose own routes stand behind the handler. */
  const start = async (mount: Mount, options: HttpOptions = {}) => {
    const server = createServer({
      name: 'greeter',
      version: '1',
      tools: { greet: tool({ run: () => 'hello' }) },
    })
    const handler = createNodeHandler(server, options)
    const app = express()
    mount(app, handler)
    app.use((request, response) => void response.status(404).send(`the app: ${request.originalUrl}`))
    const { origin, close } = await listen(app)
    closers.push(async () => {
      await handler.close()
      await close()
    })
    return origin
  }
  const call = async (url: string, options: ConnectOptions = {}) => {
    await using client = await connect(url, options)
    return textOf(await client.callTool('greet', {}))
  }
  const bodyOf = async (responding: Promise<Response>) => {
    const response = await responding
    return [response.status, await response.text()]
  }

  const mounts: [name: string, mount: Mount, path: string, options?: HttpOptions][] = [
    ['app.use(handler)', (app, handler) => app.use(handler), '/mcp'],
    ["app.use('/mcp', handler)", (app, handler) => app.use('/mcp', handler), '/mcp'],
    ["app.all('/mcp', handler)", (app, handler) => app.all('/mcp', handler), '/mcp'],
    ["app.use('/api', handler)", (app, handler) => app.use('/api', handler), '/api/mcp'],
    ["app.use('/api/mcp', handler)", (app, handler) => app.use('/api/mcp', handler), '/api/mcp'],
    ['a path of two segments', (app, handler) => app.use('/api', handler), '/api/v1/mcp', { path: '/v1/mcp' }],
    ['the path /', (app, handler) => app.use('/assist', handler), '/assist', { path: '/' }],
    ['the whole path', (app, handler) => app.use('/api', handler), '/api/mcp', { path: '/api/mcp' }],
    ['the whole path at the root', (app, handler) => app.use(handler), '/api/mcp', { path: '/api/mcp' }],
    ['a name in the prefix', (app, handler) => app.use('/:tenant', handler), '/acme/mcp'],
    ['a router', (app, handler) => app.use('/api', express.Router().all('/mcp', handler)), '/api/mcp'],
    [
      'routers within each other',
      (app, handler) => app.use('/api', express.Router().use('/v1', express.Router().use(handler))),
      '/api/v1/mcp',
    ],
    [
      'a parsed body',
      (app, handler) => {
        app.use(express.json())
        app.use('/api', handler)
      },
      '/api/mcp',
    ],
  ]

  test.each(mounts)(
    'with %s the endpoint is served in every era, and nothing else',
    async (_mount, mount, path, options) => {
      const origin = await start(mount, options)
      for (const revision of ['2025-03-26', '2025-11-25', '2026-07-28'] as const) {
        expect(await call(origin + path, { revision })).toBe('hello')
      }
      for (const other of ['/', `${path}/x`, `${path}x`, '/sse', '/messages', '/api/sse']) {
        expect(await bodyOf(fetch(origin + other))).toEqual([404, `the app: ${other}`])
      }
    },
  )

  test.each([
    ['/sse', (app: Express, handler: NodeHandler) => app.use(handler), '/messages', sse],
    ['/api/sse', (app: Express, handler: NodeHandler) => app.use('/api', handler), '/api/messages', sse],
    ['/acme/sse', (app: Express, handler: NodeHandler) => app.use('/:tenant', handler), '/acme/messages', sse],
    [
      '/api/events',
      (app: Express, handler: NodeHandler) => app.use(['/api/events', '/api/inbox'], handler),
      '/api/inbox',
      { sseEndpoints: { stream: '/events', messages: '/inbox' } },
    ],
  ])('the stream at %s names the path that a client posts to', async (path, mount, messages, options) => {
    verifies('SSE-01', 'SSE-02')
    const origin = await start(mount, options)
    const reader = new SseReader(await fetch(origin + path, { headers: { accept: 'text/event-stream' } }))
    const endpoint = await reader.next()
    expect(endpoint?.data?.replace(/=[0-9a-f]{32}$/, '=id')).toBe(`${messages}?sessionId=id`)
    await reader.cancel()
    expect(await call(origin + path, { revision: '2024-11-05' })).toBe('hello')
    const sdk = new SdkClient({ name: 'sdk', version: '1' })
    await sdk.connect(new SSEClientTransport(new URL(origin + path)) as never) // its optional members may be undefined
    expect(await sdk.callTool({ name: 'greet' })).toEqual({ content: [{ type: 'text', text: 'hello' }] })
    await sdk.close()
  })

  test('the official client is served under a prefix, with its session', async () => {
    const origin = await start((app, handler) => app.use('/api', handler))
    const sdk = new SdkClient({ name: 'sdk', version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL(`${origin}/api/mcp`))
    await sdk.connect(transport as never)
    expect(await sdk.callTool({ name: 'greet' })).toEqual({ content: [{ type: 'text', text: 'hello' }] })
    await transport.terminateSession()
    await sdk.close()
  })

  test('a path that begins with two slashes is not a prefix', async () => {
    const origin = await start((app, handler) => app.use(/.*evil\.example/, handler), sse)
    const response = fetch(`${origin}//evil.example/sse`, { headers: { accept: 'text/event-stream' } })
    expect(await bodyOf(response)).toEqual([404, 'the app: //evil.example/sse'])
  })

  test.each([
    ['app.all', (app: Express, handler: NodeHandler, paths: string[]) => app.all(paths, handler)],
    ['app.use', (app: Express, handler: NodeHandler, paths: string[]) => app.use(paths, handler)],
  ])('metadata is where the challenge says, at the root, with %s, and auth sees the whole URL', async (_how, mount) => {
    verifies('AUTH-10', 'AUTH-12')
    const seen: (string | undefined)[] = []
    const metadata = { resource: 'https://mcp.example/api/mcp', authorization_servers: ['https://login.example'] }
    const refuse = ({ url }: AuthRequest) => {
      seen.push(url)
      return { denied: 'missing' as const }
    }
    const auth = Object.assign(refuse, { metadata })
    const origin = await start(
      (app, handler) => {
        app.use('/api', handler)
        const paths = handler.paths.filter((path) => path.startsWith('/.well-known/'))
        mount(app, handler, paths)
      },
      { auth },
    )
    const refused = await fetch(`${origin}/api/mcp?a=b`, { method: 'POST' })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="https://mcp.example${wellKnown}/api/mcp"`,
    ])
    await refused.text()
    expect(seen).toEqual([`${origin}/api/mcp?a=b`])
    expect(await bodyOf(fetch(`${origin}${wellKnown}/api/mcp`))).toEqual([200, JSON.stringify(metadata)])
    expect(await bodyOf(fetch(`${origin}/api${wellKnown}/api/mcp`))).toEqual([404, `the app: /api${wellKnown}/api/mcp`])
    expect(await bodyOf(fetch(`${origin}/mcp`))).toEqual([404, 'the app: /mcp'])
  })
})
