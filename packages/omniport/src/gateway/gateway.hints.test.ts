import { expect, test } from 'vitest'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { createServer } from '../server/create-server.js'
import type { ServerOptions } from '../server/server-options.js'
import { tool } from '../server/tools/tool.js'
import { createNamedServer, startGateway } from './fixtures/behind.js'
import type { Upstreams } from './gateway-options.js'
import { allow } from './policy/allow.js'

type Cache = Pick<ServerOptions, 'ttlMs' | 'cacheScope'>

function createCached(name: string, cache: Cache) {
  return createServer({
    name,
    version: '1',
    revisions: ['2026-07-28'],
    ...cache,
    tools: { x: tool({ run: () => '' }) },
  })
}

const long = createCached('long', { ttlMs: 60_000, cacheScope: 'public' })
const short = createCached('short', { ttlMs: 5_000, cacheScope: 'public' })
const own = createCached('own', { ttlMs: 60_000, cacheScope: 'private' })
const legacy = createNamedServer('legacy', ['x'], { revisions: ['2025-11-25'] })
const silent = createNamedServer('silent', ['x'], {
  revisions: ['2025-11-25'],
  capabilities: { tools: { listChanged: false } },
})

test.each<[string, Upstreams, object]>([
  ['the least of all', { long, short }, { ttlMs: 5_000, cacheScope: 'public' }],
  ['private where one is', { long, own }, { ttlMs: 60_000, cacheScope: 'private' }],
  [
    'those of the modern ones beside a legacy one that announces changes',
    { short, legacy },
    { ttlMs: 5_000, cacheScope: 'private' },
  ],
  ['none and private beside a legacy one that announces none', { long, silent }, { ttlMs: 0, cacheScope: 'private' }],
  [
    'none where an upstream is missing',
    { long, gone: { command: 'no-such-program' } },
    { ttlMs: 0, cacheScope: 'private' },
  ],
])('the hints of a list are %s', async (_what, upstreams, expected) => {
  const { gateway } = startGateway(upstreams)
  const client = await connectRaw(gateway, { revision: '2026-07-28' })
  const { result } = await client.request('tools/list')
  expect(result).toMatchObject(expected)
  client.close()
  await gateway.close()
})

test('a list that differs by principal is private', async () => {
  const { gateway } = startGateway(
    { long },
    { use: [allow({ tools: (_name, { principal }) => principal?.id === 'ann' })] },
  )
  const lists = await Promise.all(
    ['ann', 'ben'].map(async (id) => {
      const client = await connectRaw(asPrincipal(gateway, id), { revision: '2026-07-28' })
      const { result = {} } = await client.request('tools/list')
      client.close()
      return [(result['tools'] as unknown[]).length, result['cacheScope']]
    }),
  )
  expect(lists).toEqual([
    [1, 'private'],
    [0, 'private'],
  ])
  await gateway.close()
})

test('the lowest log level that a client of an upstream wants is set there, and each client gets its own', async () => {
  const levels: unknown[] = []
  const server = createServer({
    name: 'a',
    version: '1',
    revisions: ['2025-11-25'],
    tools: {
      log: tool({
        run: (_args, { log }) => {
          for (const level of ['debug', 'warning', 'error'] as const) log[level](level)
          return ''
        },
      }),
    },
    use: [
      (next) => (message, exchange) => {
        if (message.method === 'logging/setLevel') levels.push(message.params?.['level'])
        return next(message, exchange)
      },
    ],
  })
  const { gateway } = startGateway({ a: { target: server, prefix: '', isolation: 'shared' } })
  const [loud, quiet] = await Promise.all([connectRaw(gateway), connectRaw(gateway)])
  await quiet.request('logging/setLevel', { level: 'error' })
  await quiet.request('tools/call', { name: 'log', arguments: {} })
  await loud.request('logging/setLevel', { level: 'warning' })
  await loud.request('tools/call', { name: 'log', arguments: {} })
  await quiet.request('tools/call', { name: 'log', arguments: {} })
  const logsOf = ({ messages }: typeof loud) =>
    messages.flatMap(({ method, params }) => (method === 'notifications/message' ? [params?.['data']] : []))
  expect(levels).toEqual(['error', 'warning'])
  await expect.poll(() => logsOf(loud).length).toBeGreaterThanOrEqual(2)
  expect(new Set(logsOf(loud))).toEqual(new Set(['warning', 'error']))
  expect(new Set(logsOf(quiet))).toEqual(new Set(['error']))
  loud.close()
  quiet.close()
  await gateway.close()
  await server.close()
})

test('a call that opens its upstream is sent there after the log level of its session was set', async () => {
  const events: string[] = []
  const server = createServer({
    name: 'a',
    version: '1',
    revisions: ['2025-11-25'],
    tools: { log: tool({ run: (_args, { log }) => void log.debug('small') }) },
    use: [
      (next) => async (message, exchange) => {
        if (message.method === 'tools/call') events.push('called')
        if (message.method !== 'logging/setLevel') return next(message, exchange)
        events.push('setting')
        for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
        const response = await next(message, exchange)
        events.push('set')
        return response
      },
    ],
  })
  const { gateway } = startGateway({ a: { target: server, prefix: '' } })
  // The first client has the gateway read what the upstream offers; the second has a connection of its own, which its call opens.
  const first = await connectRaw(gateway)
  const second = await connectRaw(gateway)
  await second.request('logging/setLevel', { level: 'debug' })
  await second.request('tools/call', { name: 'log', arguments: {} })
  expect(events).toEqual(['setting', 'set', 'called'])
  first.close()
  second.close()
  await gateway.close()
  await server.close()
})

test('a call that is cancelled while its log level is set does not reach its upstream', async () => {
  const called: string[] = []
  let answer = () => {}
  let tellAsked = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const isAsked = new Promise<void>((resolve) => {
    tellAsked = resolve
  })
  const server = createServer({
    name: 'a',
    version: '1',
    revisions: ['2025-11-25'],
    tools: { log: tool({ run: () => void called.push('log') }) },
    use: [
      (next) => async (message, exchange) => {
        if (message.method === 'logging/setLevel') {
          tellAsked()
          await isAnswered
        }
        return next(message, exchange)
      },
    ],
  })
  const { gateway } = startGateway({ a: { target: server, prefix: '' } })
  const first = await connectRaw(gateway)
  const second = await connectRaw(gateway)
  await second.request('logging/setLevel', { level: 'debug' })
  void second.request('tools/call', { name: 'log', arguments: {} }, 7)
  await isAsked
  second.notify('notifications/cancelled', { requestId: 7 })
  await second.settle()
  answer()
  await second.request('ping')
  await first.request('tools/list')
  expect(called).toEqual([])
  first.close()
  second.close()
  await gateway.close()
  await server.close()
})
