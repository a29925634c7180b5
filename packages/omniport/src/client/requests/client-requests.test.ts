import { expect, test } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { Progress } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { Client } from '../client.js'
import { connect } from '../connect.js'
import type { ConnectOptions } from '../connect-options.js'
import { discovered, FakeServer, initialized, type Replies } from '../fixtures/fake-server.js'

const capabilities = { tools: { listChanged: true }, resources: {}, prompts: {}, logging: {} }

/** A server of one era, and a client of it. */
async function start(revision: Revision, answers: Replies, options: ConnectOptions = {}) {
  const server = new FakeServer({
    'server/discover': () => discovered(capabilities),
    initialize: () => initialized(capabilities, revision),
    ...answers,
  })
  const client: Client = await connect(server.target, { revision, ...options })
  await settled()
  server.received.length = 0
  return { server, client }
}

const eras = ['2025-11-25', '2026-07-28'] as const
const metaOf = (params: Readonly<Record<string, unknown>> = {}) => (params['_meta'] ?? {}) as Record<string, unknown>
const done = { result: { resultType: 'complete', content: [] } }

test.each(eras)('%s: ids are never used twice', async (revision) => {
  verifiesIn(revision, 'BASE-04', 'BASE-05')
  const { server, client } = await start(revision, { 'tools/call': () => done, 'prompts/get': () => undefined })
  void client.getPrompt('p').catch(() => {})
  for (let call = 0; call < 3; call += 1) await client.callTool('x', {})
  expect(server.received.map(({ id }) => id)).toEqual([2, 3, 4, 5])
  await client.close()
})

test.each(eras)('%s: a cancelled call tells the server, and ignores what comes later', async (revision) => {
  verifiesIn(revision, 'CAN-01', 'CAN-02', 'CAN-08', 'STDIO-11', 'CAN-07')
  const { server, client } = await start(revision, {
    'tools/call': () => undefined,
    'prompts/get': () => ({ result: { resultType: 'complete', messages: [] } }),
  })
  const controller = new AbortController()
  const call = client.callTool('x', {}, { signal: controller.signal })
  await settled()
  controller.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
  const next = client.getPrompt('p')
  server.send({ id: 2, ...done })
  expect(await next).toMatchObject({ messages: [] })
  expect(server.received[1]).toEqual({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 2, reason: 'The caller cancelled' },
  })
  await client.close()
})

test('nothing is cancelled that was answered', async () => {
  verifies('CAN-01', 'CAN-02')
  const { server, client } = await start('2026-07-28', { 'tools/call': () => done })
  const controller = new AbortController()
  await client.callTool('x', {}, { signal: controller.signal })
  controller.abort()
  await settled()
  expect(server.methods).toEqual(['tools/call'])
  await client.close()
})

test('nothing is sent for a signal that was aborted before', async () => {
  const { server, client } = await start('2026-07-28', { 'tools/call': () => done })
  await expect(client.callTool('x', {}, { signal: AbortSignal.abort(new Error('early')) })).rejects.toThrow('early')
  await settled()
  expect(server.methods).toEqual([])
  await client.close()
})

test('progress restarts the timeout, but never the longest one', async () => {
  verifies('VER-13')
  const runtime = new VirtualRuntime()
  const { server, client } = await start('2026-07-28', { 'tools/call': () => undefined }, { runtime })
  const call = client.callTool('x', {}, { timeoutMs: 1_000, maxTimeoutMs: 3_500, onProgress: () => {} })
  const rejected = expect(call).rejects.toMatchObject({ code: 'timeout', message: 'No answer within 3500 ms' })
  await settled()
  for (let tick = 1; tick <= 4; tick += 1) {
    await runtime.advance(900)
    server.notify('notifications/progress', { progressToken: 2, progress: tick })
    await settled()
  }
  await rejected
  expect([server.methods, runtime.timers]).toEqual([['tools/call', 'notifications/cancelled'], 0])
  await client.close()
})

test('without progress a call times out, and the server is told', async () => {
  verifies('VER-13')
  const runtime = new VirtualRuntime()
  const { server, client } = await start('2025-11-25', { 'tools/call': () => undefined }, { runtime, timeoutMs: 1_000 })
  const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'timeout' })
  await runtime.advance(1_000)
  await rejected
  expect(server.methods).toEqual(['tools/call', 'notifications/cancelled'])
  await client.close()
})

test.each<[string, (client: Client) => Promise<unknown>]>([
  ['callTool', (client) => client.callTool('x', {})],
  ['getPrompt', (client) => client.getPrompt('x')],
  ['readResource', (client) => client.readResource('x://1')],
  ['listTools', (client) => client.listTools()],
  ['listPrompts', (client) => client.listPrompts()],
  ['request', (client) => client.request('com.example/x')],
  ['ping', (client) => client.ping()],
  ['setLogLevel', (client) => client.setLogLevel('error')],
])('%s waits no longer than a minute, whoever says nothing about it', async (_name, ask) => {
  verifies('VER-13')
  const runtime = new VirtualRuntime()
  const silent = [
    'tools/call',
    'prompts/get',
    'resources/read',
    'tools/list',
    'prompts/list',
    'com.example/x',
    'ping',
    'logging/setLevel',
  ]
  const answers = Object.fromEntries(silent.map((method) => [method, () => undefined]))
  const { server, client } = await start('2025-11-25', answers, { runtime })
  let rejected: unknown
  ask(client).catch((reason: unknown) => {
    rejected = reason
  })
  await runtime.advance(59_999)
  expect(rejected).toBeUndefined()
  await runtime.advance(1)
  expect(rejected).toMatchObject({ code: 'timeout', message: 'No answer within 60000 ms' })
  expect([server.methods.at(-1), runtime.timers]).toEqual(['notifications/cancelled', 0])
  await client.close()
})

test('every modern request says who asks, and no legacy one does', async () => {
  verifies('VER-16')
  const used = await Promise.all(
    eras.map(async (revision) => {
      const options = { name: 'me', version: '3' }
      const { server, client } = await start(revision, { 'logging/setLevel': () => ({ result: {} }) }, options)
      await client.setLogLevel('error')
      const meta = { 'com.example/a': 1 }
      await Promise.allSettled([
        client.callTool('x', {}, { meta }),
        client.getPrompt('x'),
        client.readResource('x://1'),
        client.listTools(),
        client.request('com.example/x'),
        client.ping(),
        client.listen({ tools: true }),
      ])
      const info = server.received.map(({ params }) => metaOf(params)['io.modelcontextprotocol/clientInfo'])
      await client.close()
      return { methods: server.methods.length, info: new Set(info.map((value) => JSON.stringify(value))) }
    }),
  )
  const me = '{"name":"me","version":"3"}'
  expect(used).toEqual([
    { methods: 7, info: new Set([undefined]) },
    { methods: 7, info: new Set([me]) },
  ])
})

test('progress is heard while it rises and until the answer, under a token of its own', async () => {
  verifies('PRO-01', 'PRO-07')
  const observed: Progress[] = []
  const { server, client } = await start('2026-07-28', {
    'tools/call': ({ params, id }, self) => {
      const token = metaOf(params)['progressToken']
      for (const progress of [1, 1, 0.5, 'x', 2.5])
        self.notify('notifications/progress', { progressToken: token, progress })
      self.notify('notifications/progress', { progressToken: 'other', progress: 9 })
      self.notify('notifications/progress', { progressToken: token, progress: 3, total: 4, message: 'soon' })
      self.send({ id, ...done })
      self.notify('notifications/progress', { progressToken: token, progress: 4 })
      return undefined
    },
  })
  await client.callTool('x', {}, { onProgress: (progress) => observed.push(progress) })
  await settled()
  expect(observed).toEqual([{ progress: 1 }, { progress: 2.5 }, { progress: 3, total: 4, message: 'soon' }])
  expect(metaOf(server.received[0]?.params)['progressToken']).toBe(server.received[0]?.id)
  await client.close()
})

test('no progress is asked for where nobody wants it', async () => {
  const { server, client } = await start('2025-11-25', { 'tools/call': () => done })
  await client.callTool('x', { a: 1 })
  expect(server.received[0]?.params).toEqual({ name: 'x', arguments: { a: 1 } })
  await client.close()
})

test('a flood of progress that does not rise is heard once', async () => {
  verifies('PRO-07')
  let observed = 0
  const { client } = await start('2025-11-25', {
    'tools/call': ({ id }, self) => {
      for (let count = 0; count < 1_000; count += 1)
        self.notify('notifications/progress', { progressToken: id, progress: 1 })
      return done
    },
  })
  await client.callTool(
    'x',
    {},
    {
      onProgress: () => {
        observed += 1
      },
    },
  )
  expect(observed).toBe(1)
  await client.close()
})

test('a callback that throws is told to onError, and the call goes on', async () => {
  const errors: string[] = []
  const options = {
    onError: ({ message }: Error) => errors.push(message),
    onLog: () => {
      throw new Error('log')
    },
  }
  const { client } = await start(
    '2025-11-25',
    {
      'tools/call': ({ id }, self) => {
        self.notify('notifications/progress', { progressToken: id, progress: 1 })
        self.notify('notifications/message', { level: 'info', data: 1 })
        return done
      },
    },
    options,
  )
  const onProgress = () => {
    throw new Error('progress')
  }
  expect(await client.callTool('x', {}, { onProgress })).toEqual({ ...done.result })
  expect(errors).toEqual(['progress', 'log'])
  await client.close()
})

test('meta is sent as it is given', async () => {
  const { server, client } = await start('2025-11-25', { 'tools/call': () => done })
  await client.callTool('x', {}, { meta: { 'com.example/a': 1, traceparent: '00-1' } })
  expect(server.received[0]?.params).toEqual({
    name: 'x',
    arguments: {},
    _meta: { 'com.example/a': 1, traceparent: '00-1' },
  })
  await client.close()
})

test.each([
  ['progressToken', 'meta: progressToken is set by onProgress'],
  [
    'io.modelcontextprotocol/protocolVersion',
    'meta: "io.modelcontextprotocol/protocolVersion" is set by the client itself',
  ],
  ['io.modelcontextprotocol/new', 'meta: "io.modelcontextprotocol/new" is reserved by the protocol'],
  ['com.mcp.tools/a', 'meta: "com.mcp.tools/a" is reserved by the protocol'],
  ['a b', 'meta: "a b" is no key: a name, or a prefix and a name such as "com.example/depth"'],
])('meta may not set %s', async (key, message) => {
  const { server, client } = await start('2025-11-25', {})
  await expect(client.callTool('x', {}, { meta: { [key]: 1 } })).rejects.toThrow(new TypeError(message))
  await expect(client.request('tools/call', { name: 'x', _meta: { [key]: 1 } })).rejects.toThrow(new TypeError(message))
  expect(server.methods).toEqual([])
  await client.close()
})

test('arguments that JSON cannot carry are refused', async () => {
  const { server, client } = await start('2026-07-28', {})
  await expect(client.callTool('x', { big: 1n })).rejects.toThrow(TypeError)
  expect(server.methods).toEqual([])
  await client.close()
})
