import { expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { FakeServer, initialized } from '../../../client/fixtures/fake-server.js'
import { startHost } from '../../fixtures/start-host.js'
import type { ServerSettings } from './server-settings.js'

/** A server that lists three prompts, and never says what a tool came to. */
function slow() {
  const prompts = [{ name: 'one' }, { name: 'two' }, { name: 'three' }]
  return new FakeServer({
    initialize: ({ params }) => initialized({ tools: {}, prompts: {} }, params?.['protocolVersion']),
    'prompts/list': () => ({ result: { prompts } }),
    'tools/list': () => ({ result: { tools: [{ name: 'wait', inputSchema: { type: 'object' } }] } }),
    'tools/call': () => undefined,
    ping: () => ({ result: {} }),
  })
}

/** A server with these settings of its own, of a host that says something else. */
function hosted(own: Omit<ServerSettings, 'target'>) {
  const server = slow()
  const runtime = new VirtualRuntime()
  const host = startHost({
    servers: { a: { target: server.target, ...own } },
    runtime,
    timeoutMs: 5_000,
    maxTimeoutMs: 12_000,
    limits: { items: 2 },
  })
  return { host, server, runtime }
}

const own = { revision: '2025-06-18', timeoutMs: 100, maxTimeoutMs: 250, limits: { items: 1 } } as const

test('a server that has settings of its own is asked for the revision in them', async () => {
  const { host, server } = hosted(own)
  await host.start('a')
  expect(server.ofMethod('initialize').map(({ params }) => params?.['protocolVersion'])).toEqual(['2025-06-18'])
  expect(host.servers[0]?.revision).toBe('2025-06-18')
})

interface Times {
  readonly settings: Omit<ServerSettings, 'target'>
  readonly timeoutMs: number
  readonly maxTimeoutMs: number
}

test.each<readonly [string, Times]>([
  ['its own', { settings: own, timeoutMs: 100, maxTimeoutMs: 250 }],
  ['that of the host', { settings: {}, timeoutMs: 5_000, maxTimeoutMs: 12_000 }],
])('how long a server may take: %s', async (_, { settings, timeoutMs, maxTimeoutMs }) => {
  const { host, server, runtime } = hosted(settings)
  const client = await host.client('a')
  const over: string[] = []
  const call = (name: string, onProgress?: () => void) =>
    client.callTool('wait', { name }, { onProgress }).catch(({ code }) => over.push(`${name} ${code}`))
  const calls = [call('silent'), call('busy', () => {})]
  await settled()
  const busy = server.ofMethod('tools/call').find(({ params }) => params?.['_meta'] !== undefined)
  const progress = async (ms: number) => {
    await runtime.advance(ms)
    server.notify('notifications/progress', { ...(busy?.params?.['_meta'] as object), progress: runtime.now() })
    await settled()
  }
  await progress(timeoutMs - 1)
  expect(over).toEqual([])
  await runtime.advance(1)
  expect(over).toEqual(['silent timeout'])
  await progress(timeoutMs - 2)
  await runtime.advance(maxTimeoutMs - 2 * timeoutMs + 1)
  expect(over).toEqual(['silent timeout'])
  await runtime.advance(1)
  expect(over).toEqual(['silent timeout', 'busy timeout'])
  await Promise.all(calls)
})

test('the limits of a server are over those of the host, which hold where it has none', async () => {
  const { host } = hosted({ limits: { items: 1 } })
  const client = await host.client('a')
  await expect(client.listPrompts()).rejects.toThrow('limits.items is 1')
  const other = await hosted({ limits: { rounds: 3 } }).host.client('a')
  await expect(other.listPrompts()).rejects.toThrow('limits.items is 2')
})
