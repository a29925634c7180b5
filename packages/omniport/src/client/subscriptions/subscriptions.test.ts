import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { LimitOptions } from '../../protocol/limits/limit-options.js'
import type { Client } from '../client.js'
import { connect } from '../connect.js'
import { discovered, FakeServer, type Received, type Replies, type Reply } from '../fixtures/fake-server.js'
import type { Change, Listening } from './listening.js'

const subscriptionId = 'io.modelcontextprotocol/subscriptionId'
const tools = 'notifications/tools/list_changed'
const updated = 'notifications/resources/updated'

/** Acknowledges all that is asked for. */
const acknowledge = ({ id, params }: Received, server: FakeServer): Reply => {
  server.notify('notifications/subscriptions/acknowledged', {
    notifications: params?.['notifications'],
    _meta: { [subscriptionId]: id },
  })
  return undefined
}

const capabilities = { tools: { listChanged: true }, resources: { listChanged: true, subscribe: true } }

async function modern(listen: Replies[string] = acknowledge, limits: LimitOptions = {}) {
  const runtime = new VirtualRuntime()
  const server = new FakeServer({ 'server/discover': () => discovered(capabilities), 'subscriptions/listen': listen })
  const client: Client = await connect(server.target, { runtime, limits })
  /** A message of the subscription that was opened with the request `id`. */
  const emit = (id: number, method: string, params: object = {}) =>
    server.notify(method, { ...params, _meta: { [subscriptionId]: id } })
  return { server, client, emit, runtime }
}

/** What is heard until the end. */
async function observed(subscription: Listening): Promise<Change[]> {
  const changes: Change[] = []
  for await (const change of subscription) changes.push(change)
  return changes
}

test('a subscription asks for what is wanted, once each', async () => {
  const { server, client } = await modern()
  const subscription = await client.listen({ tools: true, prompts: false, uris: ['x://1', 'x://1'] })
  expect(server.received[1]?.params?.['notifications']).toEqual({
    toolsListChanged: true,
    resourceSubscriptions: ['x://1'],
  })
  expect(subscription.filter).toEqual({ tools: true, uris: ['x://1'] })
  await client.close()
})

test('what the server does not agree to is not in the filter, nor what it adds', async () => {
  verifies('SUB-06')
  const { client } = await modern(({ id }, server) => {
    const notifications = {
      toolsListChanged: true,
      promptsListChanged: true,
      resourceSubscriptions: ['x://2', 'x://3'],
    }
    server.notify('notifications/subscriptions/acknowledged', { notifications, _meta: { [subscriptionId]: id } })
    return undefined
  })
  const { filter } = await client.listen({ tools: true, resources: true, uris: ['x://1', 'x://2'] })
  expect(filter).toEqual({ tools: true, uris: ['x://2'] })
  await client.close()
})

test('subscriptions on one channel are told apart by their id, and what was not asked for is dropped', async () => {
  verifies('SUB-07', 'STDIO-13')
  const { client, emit } = await modern()
  const first = await client.listen({ tools: true, uris: ['x://dir'] })
  const second = await client.listen({ tools: true })
  emit(2, updated, { uri: 'x://dir' })
  emit(2, updated, { uri: 'x://dir/part' })
  emit(2, updated, { uri: 'x://directory' })
  emit(2, 'notifications/prompts/list_changed')
  emit(3, tools)
  emit(3, updated, { uri: 'x://dir' })
  emit(9, tools)
  await settled()
  await first.close()
  const reading = observed(second)
  await settled()
  await second.close()
  expect(await observed(first)).toEqual([])
  expect(await reading).toEqual([{ type: 'tools' }])
  await client.close()
})

test('a part of a resource that was asked for is heard, another resource is not', async () => {
  const { client, emit } = await modern()
  const subscription = await client.listen({ uris: ['x://dir'] })
  for (const uri of ['x://dir', 'x://dir/part', 'x://dir#a', 'x://directory']) emit(2, updated, { uri })
  await settled()
  const reading = observed(subscription)
  emit(2, 'notifications/cancelled', {})
  await settled()
  await client.close()
  expect(await reading).toEqual(['x://dir', 'x://dir/part', 'x://dir#a'].map((uri) => ({ type: 'resource', uri })))
})

test('equal changes that wait to be read are one', async () => {
  const { client, emit } = await modern()
  const subscription = await client.listen({ tools: true, uris: ['x://1'] })
  for (let count = 0; count < 3; count += 1) {
    emit(2, tools)
    emit(2, updated, { uri: 'x://1' })
  }
  await settled()
  const reading = observed(subscription)
  await settled()
  await client.close()
  expect(await reading).toEqual([{ type: 'tools' }, { type: 'resource', uri: 'x://1' }])
})

test('a change that is waited for is handed over at once', async () => {
  const { client, emit } = await modern()
  const iterator = (await client.listen({ tools: true }))[Symbol.asyncIterator]()
  const next = iterator.next()
  emit(2, tools)
  expect(await next).toEqual({ done: false, value: { type: 'tools' } })
  expect(await iterator.return?.()).toEqual({ done: true, value: undefined })
  expect(await iterator.next()).toEqual({ done: true, value: undefined })
  await client.close()
})

test.each<[string, (server: FakeServer, emit: (id: number, method: string, params?: object) => void) => void]>([
  [
    'its result',
    (server) => server.send({ id: 2, result: { resultType: 'complete', _meta: { [subscriptionId]: 2 } } }),
  ],
  ['a cancellation', (server) => server.notify('notifications/cancelled', { requestId: 2 })],
])('the server ends a subscription by %s, after what it said before', async (_name, end) => {
  const { server, client, emit } = await modern()
  const subscription = await client.listen({ tools: true })
  emit(2, tools)
  end(server, emit)
  await settled()
  expect(await observed(subscription)).toEqual([{ type: 'tools' }])
  await client.close()
})

test('a subscription that the server refuses does not count', async () => {
  let left = 3
  const refusal = { error: { code: -32603, message: 'Not now' } }
  const listen: Replies[string] = (message, server) => (left-- > 0 ? refusal : acknowledge(message, server))
  const { client } = await modern(listen, { subscriptions: 1 })
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect(client.listen({ tools: true })).rejects.toMatchObject(refusal.error)
  }
  expect((await client.listen({ tools: true })).filter).toEqual({ tools: true })
  await expect(client.listen({ tools: true })).rejects.toMatchObject({ code: 'limit' })
  await client.close()
})

test('closing tells the server, and leaving the loop does', async () => {
  const { server, client, emit } = await modern()
  const first = await client.listen({ tools: true })
  await Promise.all([first.close(), first.close()])
  const second = await client.listen({ tools: true })
  emit(3, tools)
  for await (const _change of second) break
  await settled()
  expect(server.ofMethod('notifications/cancelled').map(({ params }) => params?.['requestId'])).toEqual([2, 3])
  await client.close()
})

test('a lost connection that cannot be made again ends the iteration with an error, once', async () => {
  const { server, client } = await modern()
  const subscription = await client.listen({ tools: true })
  server.exit()
  await settled()
  await expect(observed(subscription)).rejects.toMatchObject({
    code: 'closed',
    message: 'The stream of messages ended',
  })
  expect(await observed(subscription)).toEqual([])
  await client.close()
})

test.each<[string, Replies[string], object]>([
  ['an error', () => ({ error: { code: -32603, message: 'Too many' } }), { name: 'RpcError', code: -32603 }],
  [
    'a result',
    () => ({ result: {} }),
    { code: 'invalid_result', message: 'The server ended the subscription before it acknowledged it' },
  ],
])('%s instead of an acknowledgment rejects', async (_name, answer, error) => {
  const { client } = await modern(answer)
  await expect(client.listen({ tools: true })).rejects.toMatchObject(error)
  await client.close()
})

test('without an acknowledgment it times out; with one there is no time limit', async () => {
  let isSilent = true
  const { server, client, runtime } = await modern((message, self) =>
    isSilent ? undefined : acknowledge(message, self),
  )
  const rejected = expect(client.listen({ tools: true })).rejects.toMatchObject({ code: 'timeout' })
  await runtime.advance(60_000)
  await rejected
  isSilent = false
  const subscription = await client.listen({ tools: true })
  await runtime.advance(100_000_000)
  expect(server.ofMethod('notifications/cancelled').map(({ params }) => params?.['requestId'])).toEqual([2])
  expect(runtime.timers).toBe(0)
  await subscription.close()
  await client.close()
})

test('listenings that share a signal are one listener of it, and all end with it', async () => {
  const { client } = await modern()
  const controller = new AbortController()
  const { signal } = controller
  const listenings = await Promise.all(Array.from({ length: 20 }, () => client.listen({ tools: true }, { signal })))
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  await listenings[0]?.close()
  controller.abort()
  expect(await Promise.all(listenings.map(observed))).toEqual(Array(20).fill([]))
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  await client.close()
})

test('a signal gives up before the acknowledgment, and ends the iteration after it', async () => {
  const silent = await modern(() => undefined)
  const early = new AbortController()
  const rejected = expect(silent.client.listen({ tools: true }, { signal: early.signal })).rejects.toThrow('enough')
  await settled()
  early.abort(new Error('enough'))
  await rejected
  await settled()
  expect(silent.server.methods.at(-1)).toBe('notifications/cancelled')
  await silent.client.close()
  const { client } = await modern()
  const late = new AbortController()
  const reading = observed(await client.listen({ tools: true }, { signal: late.signal }))
  late.abort()
  expect(await reading).toEqual([])
  await client.close()
})

test('more changes than may wait end the iteration with an error, and the subscription', async () => {
  const { server, client, emit } = await modern(acknowledge, { items: 2 })
  const subscription = await client.listen({ uris: ['x://'] })
  for (const part of ['a', 'b', 'c', 'd']) emit(2, updated, { uri: `x://${part}` })
  await settled()
  await expect(observed(subscription)).rejects.toMatchObject({ code: 'limit' })
  expect(server.methods.at(-1)).toBe('notifications/cancelled')
  await client.close()
})

test('there is a limit to subscriptions, and closed ones do not count', async () => {
  const { client } = await modern(acknowledge, { subscriptions: 1 })
  const first = await client.listen({ tools: true })
  await expect(client.listen({ tools: true })).rejects.toMatchObject({
    code: 'limit',
    message: 'Too many subscriptions: limits.subscriptions is 1',
  })
  await first.close()
  const second = await client.listen({ tools: true })
  expect(second.filter).toEqual({ tools: true })
  await client.close()
})

test.each([
  ['listen: filter must be an object, got null', null],
  ['listen: filter must be an object, got an array', ['x://1']],
  ['listen: uris must be an array of strings, got "x"', { uris: 'x' }],
  ['listen: tools must be true or false, got "yes"', { tools: 'yes' }],
  [
    'listen: there is no option "uri"; did you mean "uris"? The options are tools, prompts, resources, uris',
    { uri: 'x://1' },
  ],
])('%s', async (message, filter) => {
  const { client } = await modern()
  await expect(client.listen(filter as never)).rejects.toThrow(new TypeError(message))
  await client.close()
})
