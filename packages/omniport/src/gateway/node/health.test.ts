import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import type { UpstreamStatus } from '../gateway.js'
import type { Endpoint } from './endpoint-table.js'
import { Health, type HealthOptions, healthPaths } from './health.js'

const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** What the socket says of the other end. */
  readonly remoteAddress?: string
}

function endpoint(...states: readonly UpstreamStatus['state'][]): Endpoint {
  const upstreams = states.map((state, at) => ({ name: `u${at}`, state }))
  return { name: 'all', path: '/mcp', server: { status: () => upstreams } } as unknown as Endpoint
}

async function ask(
  path: string,
  options: Partial<HealthOptions> = {},
  { method = 'GET', headers = {}, remoteAddress }: Asked = {},
) {
  const runtime = new VirtualRuntime()
  const logger = createRecordingLogger()
  const health = new Health({
    ...{ endpoints: () => [], isClosing: () => false, auth: undefined, limits: defaultLimits, runtime, logger },
    ...options,
  })
  runtime.advanceSync(7)
  const server = createServer((request, response) => {
    const seen = remoteAddress === undefined ? request : withAddress(request, remoteAddress)
    void health.handle(path, seen, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    headers: response.headers,
    logger,
  }
}

function withAddress(request: IncomingMessage, remoteAddress: string): IncomingMessage {
  const socket = new Proxy(request.socket, {
    get: (target, name) => (name === 'remoteAddress' ? remoteAddress : Reflect.get(target, name, target)),
  })
  return Object.defineProperty(request, 'socket', { value: socket })
}

test('there are three paths', () => {
  expect([...healthPaths]).toEqual(['/healthz', '/readyz', '/status'])
})

describe('the state', () => {
  test.each<[string, readonly Endpoint[], boolean, string]>([
    ['is ready with nothing', [], false, 'ready'],
    ['is ready with upstreams that are not started', [endpoint('idle', 'idle')], false, 'ready'],
    ['is ready where one can be reached', [endpoint('failed', 'ready')], false, 'ready'],
    ['is ready where all are disabled', [endpoint('disabled')], false, 'ready'],
    ['is failing where none can be reached', [endpoint('ready'), endpoint('failed', 'failed')], false, 'failing'],
    ['is failing where the others are disabled', [endpoint('failed', 'disabled')], false, 'failing'],
    ['is closing', [endpoint('failed')], true, 'closing'],
  ])('%s', async (_what, endpoints, isClosing, expected) => {
    const options = { endpoints: () => endpoints, isClosing: () => isClosing }
    const ready = await ask('/readyz', options)
    expect([ready.status, ready.body]).toEqual([expected === 'ready' ? 200 : 503, { status: expected }])
    const alive = await ask('/healthz', options)
    expect([alive.status, alive.body]).toEqual([200, { status: 'ok' }])
    expect([alive.headers.get('content-type'), alive.headers.get('cache-control')]).toEqual([
      'application/json',
      'no-store',
    ])
  })

  test('has all endpoints, and how long it runs', async () => {
    const { status, body } = await ask('/status', { endpoints: () => [endpoint('ready')] })
    expect([status, body]).toEqual([
      200,
      {
        status: 'ready',
        uptimeMs: 7,
        endpoints: { all: { path: '/mcp', upstreams: [{ name: 'u0', state: 'ready' }] } },
      },
    ])
  })
})

describe('who may see everything', () => {
  test.each<[string, Asked, number]>([
    ['a program of this machine', {}, 200],
    ['one at another address of it', { remoteAddress: '127.1.2.3' }, 200],
    ['one by IPv6', { remoteAddress: '::1' }, 200],
    ['another machine', { remoteAddress: '10.0.0.1' }, 403],
    ['another machine whose address looks like it', { remoteAddress: '1.127.0.0' }, 403],
    ['whom a proxy passes on', { headers: { 'x-forwarded-for': '1.2.3.4' } }, 403],
    ['whom another proxy passes on', { headers: { forwarded: 'for=1.2.3.4' } }, 403],
    ['a page', { headers: { origin: 'http://127.0.0.1' } }, 403],
  ])('%s: %#', async (_who, asked, status) => {
    expect((await ask('/status', {}, asked)).status).toBe(status)
    expect((await ask('/healthz', {}, asked)).status).toBe(200)
  })

  test('others are told what to do', async () => {
    const { body } = await ask('/status', {}, { remoteAddress: '10.0.0.1' })
    expect(body.error.message).toBe(
      '/status is for programs of this machine; give serveEndpoints an auth to show it to others',
    )
  })
})

test('only GET and HEAD are served', async () => {
  const post = await ask('/healthz', {}, { method: 'POST' })
  expect([post.status, post.headers.get('allow'), post.body.error.message]).toEqual([
    ...[405, 'GET, HEAD', 'Only GET is served here'],
  ])
  expect((await ask('/healthz', {}, { method: 'HEAD' })).status).toBe(200)
})

test('a failure of the gateway is logged, and says nothing', async () => {
  const error = new Error('secret')
  const endpoints = () => {
    throw error
  }
  const { status, body, logger } = await ask('/readyz', { endpoints })
  expect([status, JSON.stringify(body).includes('secret')]).toEqual([500, false])
  expect(logger.errors).toEqual([{ message: '/readyz failed', error }])
})
