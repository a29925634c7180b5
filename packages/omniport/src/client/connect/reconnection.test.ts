import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { createClientServices } from '../client-services.js'
import { connectThrough } from '../connect.js'
import type { ConnectOptions } from '../connect-options.js'
import { connectInTurn } from '../fixtures/connect-in-turn.js'
import { discovered, FakeServer, initialized, type Received, type Replies } from '../fixtures/fake-server.js'

const capabilities = { tools: {}, logging: {}, prompts: { listChanged: true }, resources: { subscribe: true } }
const done = { result: { content: [] } }

const acknowledge = ({ id, params }: Received, server: FakeServer) => {
  const _meta = { 'io.modelcontextprotocol/subscriptionId': id }
  server.notify('notifications/subscriptions/acknowledged', { notifications: params?.['notifications'], _meta })
  return undefined
}

const modern: Replies = {
  'server/discover': () => discovered(capabilities),
  'tools/call': () => done,
  'subscriptions/listen': acknowledge,
}
const legacy: Replies = {
  'server/discover': () => ({ error: { code: -32601, message: 'No' } }),
  initialize: () => initialized(capabilities),
  'tools/call': () => done,
  'logging/setLevel': () => ({ result: {} }),
  'resources/subscribe': () => ({ result: {} }),
}

/** A client of servers that are started in turn; undefined: the start fails. */
async function start(startServer: (count: number) => Replies | undefined, options: ConnectOptions = {}) {
  const runtime = new VirtualRuntime()
  let closed = 0
  const onClose = () => {
    closed += 1
  }
  const reported: unknown[] = []
  const onLost = (reason: Error | undefined) => reported.push(reason?.message)
  const onReconnect = () => reported.push('connected')
  const services = createClientServices({ runtime, ...options })
  const make = (count: number) => {
    const answers = startServer(count)
    return answers === undefined ? undefined : new FakeServer(answers)
  }
  const { connector, opened } = connectInTurn(make, services)
  const client = await connectThrough(connector, services, { onLost, onReconnect, ...options, onClose })
  const exit = async () => {
    opened.at(-1)?.exit()
    await settled()
  }
  return { client, opened, runtime, exit, reported, closed: () => closed }
}

test('a server that exits is started again when it is next needed', async () => {
  verifies('STDIO-17')
  const { client, opened, runtime, exit } = await start(() => modern)
  await exit()
  await runtime.advance(3_600_000)
  expect(opened.length).toBe(1)
  const call = client.callTool('x', {})
  await runtime.advance(74)
  expect(opened.length).toBe(1)
  await runtime.advance(1)
  expect(await call).toEqual({ content: [] })
  expect(opened.map(({ methods }) => methods)).toEqual([['server/discover'], ['server/discover', 'tools/call']])
  await client.close()
})

test('what was in flight is lost, and never sent again', async () => {
  verifies('STDIO-17')
  const { client, opened, runtime, exit } = await start((count) =>
    count === 0 ? { ...modern, 'tools/call': () => undefined } : modern,
  )
  const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({
    code: 'closed',
    message: 'The stream of messages ended',
  })
  await settled()
  await exit()
  await rejected
  await runtime.advance(60_000)
  expect(opened.length).toBe(1)
  await client.close()
})

test('the era is known, and the log level and subscriptions are set up again before anything else', async () => {
  verifies('SUB-11')
  const { client, opened, runtime, exit } = await start(() => legacy)
  await client.setLogLevel('error')
  const subscription = await client.listen({ prompts: true, uris: ['x://1'] })
  await exit()
  const call = client.callTool('x', {})
  await runtime.advance(75)
  await call
  expect(opened[1]?.methods).toEqual([
    'initialize',
    'notifications/initialized',
    'logging/setLevel',
    'resources/subscribe',
    'tools/call',
  ])
  const iterator = subscription[Symbol.asyncIterator]()
  expect([await iterator.next(), await iterator.next()].map(({ value }) => value)).toEqual([
    { type: 'prompts' },
    { type: 'resource', uri: 'x://1' },
  ])
  await client.close()
  expect(await iterator.next()).toEqual({ done: true, value: undefined })
})

test('after a restart a change is heard once', async () => {
  const { client, opened, runtime, exit } = await start(() => legacy)
  const iterator = (await client.listen({ prompts: true }))[Symbol.asyncIterator]()
  await exit()
  await runtime.advance(75)
  expect(await iterator.next()).toEqual({ done: false, value: { type: 'prompts' } })
  const [first, second] = [iterator.next(), iterator.next()]
  opened[1]?.notify('notifications/prompts/list_changed')
  expect(await first).toEqual({ done: false, value: { type: 'prompts' } })
  await client.close()
  expect(await second).toEqual({ done: true, value: undefined })
})

test('a server that is listened to is started again at once, and listened to', async () => {
  verifies('SUB-11', 'STDIO-17')
  const { client, opened, runtime, exit } = await start(() => modern)
  const subscription = await client.listen({ prompts: true })
  await exit()
  await runtime.advance(75)
  const _meta = { 'io.modelcontextprotocol/subscriptionId': opened[1]?.received[1]?.id }
  expect(opened[1]?.methods).toEqual(['server/discover', 'subscriptions/listen'])
  const iterator = subscription[Symbol.asyncIterator]()
  expect(await iterator.next()).toEqual({ done: false, value: { type: 'prompts' } })
  const next = iterator.next()
  opened[1]?.notify('notifications/prompts/list_changed', { _meta })
  expect(await next).toEqual({ done: false, value: { type: 'prompts' } })
  await client.close()
})

test('what was kept does not outlive the connection', async () => {
  const read = { result: { contents: [{ uri: 'x://1', text: '' }], ttlMs: 60_000_000, cacheScope: 'private' } }
  const { client, opened, runtime, exit } = await start(() => ({ ...modern, 'resources/read': () => read }))
  await client.readResource('x://1')
  await exit()
  const again = client.readResource('x://1')
  await runtime.advance(75)
  await again
  expect(opened[1]?.methods).toEqual(['server/discover', 'resources/read'])
  await client.close()
})

test('starts that fail are tried again with growing delays, and given up after five', async () => {
  const { client, opened, runtime, exit, closed } = await start((count) => (count === 0 ? modern : undefined))
  await exit()
  const rejected = expect(client.callTool('x', {}, { timeoutMs: 60_000 })).rejects.toMatchObject({
    code: 'closed',
    message: 'The server could not be started again: There is no such program',
  })
  // 75 + 150 + 301 + 601 + 1202: half to the whole of 100, 200, 400, 800, 1600, in the middle.
  await runtime.advance(2_320)
  expect(closed()).toBe(0)
  await runtime.advance(20)
  await rejected
  expect([closed(), opened.length, runtime.timers]).toEqual([1, 1, 0])
  await expect(client.ping()).rejects.toMatchObject({ code: 'closed' })
  await client.close()
  expect(closed()).toBe(1)
})

test('the server may have become another in the meantime', async () => {
  const { client, opened, runtime, exit } = await start((count) =>
    count === 0 ? legacy : { ...modern, initialize: () => ({ error: { code: -32601, message: 'No' } }) },
  )
  expect(client.revision).toBe('2025-11-25')
  await exit()
  const call = client.callTool('x', {})
  await runtime.advance(1_000)
  await call
  expect([client.revision, opened.map(({ methods }) => methods[0])]).toEqual([
    '2026-07-28',
    ['server/discover', 'initialize', 'server/discover'],
  ])
  await client.close()
})

test('a server that exits again and again is started less and less often', async () => {
  const { client, opened, runtime, exit } = await start(() => modern)
  await client.listen({ prompts: true })
  for (let count = 0; count < 5; count += 1) {
    await exit()
    await runtime.advance(75 * 2 ** count + 5)
  }
  expect(opened.length).toBe(6)
  await exit()
  await runtime.advance(2_000)
  expect(opened.length).toBe(6)
  await runtime.advance(500)
  expect(opened.length).toBe(7)
  await runtime.advance(10_000)
  await exit()
  await runtime.advance(75)
  expect(opened.length).toBe(8)
  await client.close()
})

test('a call that waits for the server may be given up', async () => {
  const { client, runtime, exit } = await start((count) =>
    count === 0 ? modern : { 'server/discover': () => undefined },
  )
  await exit()
  const controller = new AbortController()
  const aborted = expect(client.callTool('x', {}, { signal: controller.signal })).rejects.toThrow('enough')
  const expired = expect(client.callTool('x', {}, { timeoutMs: 500 })).rejects.toMatchObject({ code: 'timeout' })
  await runtime.advance(500)
  controller.abort(new Error('enough'))
  await Promise.all([aborted, expired])
  await client.close()
  expect(runtime.timers).toBe(0)
})

test('closing while the server is started leaves nothing behind', async () => {
  const { client, opened, runtime, exit, closed } = await start((count) =>
    count === 0 ? modern : { 'server/discover': () => undefined },
  )
  await exit()
  const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({
    message: 'The client is closed; connect again',
  })
  await runtime.advance(100)
  await client.close()
  await rejected
  await settled()
  await runtime.advance(600_000)
  expect([closed(), opened.map((server) => server.closed), runtime.timers]).toEqual([1, [true, true], 0])
})

test('a client that is closed does not start its server again', async () => {
  const { client, opened, runtime, exit } = await start(() => modern)
  await client.listen({ prompts: true })
  await client.close()
  await exit()
  await runtime.advance(600_000)
  expect([opened.length, runtime.timers]).toEqual([1, 0])
})

test('the revision that was wanted is wanted again', async () => {
  const { client, opened, runtime, exit } = await start(
    (count) => ({ ...legacy, initialize: () => initialized(capabilities, count === 0 ? '2025-06-18' : '2025-11-25') }),
    { revision: '2025-06-18' },
  )
  await exit()
  const rejected = expect(client.ping()).rejects.toMatchObject({ code: 'closed' })
  await runtime.advance(10_000)
  await rejected
  expect(opened.map(({ methods }) => methods[0])).toEqual(Array.from({ length: 6 }, () => 'initialize'))
  await client.close()
})

test('a loss and its repair are told, each once', async () => {
  const { client, runtime, exit, reported } = await start(() => modern)
  const subscription = await client.listen({ prompts: true })
  await exit()
  expect(reported).toEqual(['The stream of messages ended'])
  await runtime.advance(1_000)
  expect(reported).toEqual(['The stream of messages ended', 'connected'])
  await client.close()
  expect(reported).toEqual(['The stream of messages ended', 'connected'])
  expect(subscription.filter).toEqual({ prompts: true })
})

test('who throws when told of a loss changes nothing, and is reported', async () => {
  const errors: string[] = []
  const fail = () => {
    throw new Error('mine')
  }
  const onError = (error: Error) => errors.push(error.message)
  const { client, runtime, exit } = await start(() => modern, { onLost: fail, onReconnect: fail, onError })
  await exit()
  const call = client.callTool('x', {})
  await runtime.advance(1_000)
  expect(await call).toEqual({ content: [] })
  expect(errors).toEqual(['mine', 'mine'])
  await client.close()
})
