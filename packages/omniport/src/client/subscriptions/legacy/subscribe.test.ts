import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { Client } from '../../client.js'
import { connect } from '../../connect.js'
import type { ConnectOptions } from '../../connect-options.js'
import { FakeServer, initialized, type Replies } from '../../fixtures/fake-server.js'
import type { Change, Listening } from '../listening.js'

const tools = 'notifications/tools/list_changed'
const updated = 'notifications/resources/updated'

async function legacy(capabilities: object, answers: Replies = {}, options: ConnectOptions = {}) {
  const server = new FakeServer({
    initialize: () => initialized(capabilities),
    'resources/subscribe': () => ({ result: {} }),
    'resources/unsubscribe': () => ({ result: {} }),
    ...answers,
  })
  const client: Client = await connect(server.target, { revision: '2025-11-25', ...options })
  await settled()
  server.received.length = 0
  return { server, client }
}

/** What is heard until the end. */
async function observed(subscription: Listening): Promise<Change[]> {
  const changes: Change[] = []
  for await (const change of subscription) changes.push(change)
  return changes
}

const all = { tools: { listChanged: true }, prompts: {}, resources: { subscribe: true, listChanged: true } }

test('a legacy server is asked for resources only, and its announcements are filtered here', async () => {
  const { server, client } = await legacy(all)
  const subscription = await client.listen({ tools: true, prompts: true, uris: ['x://1'] })
  expect(subscription.filter).toEqual({ tools: true, uris: ['x://1'] })
  for (const method of [tools, 'notifications/resources/list_changed']) server.notify(method)
  server.notify(updated, { uri: 'x://1' })
  server.notify(updated, { uri: 'x://2' })
  server.notify(updated, {})
  await settled()
  const reading = observed(subscription)
  await settled()
  await subscription.close()
  expect(await reading).toEqual([{ type: 'tools' }, { type: 'resource', uri: 'x://1' }])
  expect(server.received.map(({ method, params }) => [method, params])).toEqual([
    ['resources/subscribe', { uri: 'x://1' }],
    ['resources/unsubscribe', { uri: 'x://1' }],
  ])
  await client.close()
})

test('a legacy server without subscriptions is not asked for any', async () => {
  const { server, client } = await legacy({ resources: {} })
  const { filter } = await client.listen({ resources: true, uris: ['x://1'] })
  expect([filter, server.methods]).toEqual([{ uris: [] }, []])
  await client.close()
})

test('a resource is subscribed to once, and left by the last who listens', async () => {
  const { server, client } = await legacy(all)
  const [first, second] = await Promise.all([client.listen({ uris: ['x://1'] }), client.listen({ uris: ['x://1'] })])
  await first.close()
  expect(server.methods).toEqual(['resources/subscribe'])
  const leaving = second.close()
  const third = await client.listen({ uris: ['x://1'] })
  await leaving
  expect([third.filter, server.methods]).toEqual([
    { uris: ['x://1'] },
    ['resources/subscribe', 'resources/unsubscribe', 'resources/subscribe'],
  ])
  await client.close()
})

test('a resource that a legacy server refuses is left out', async () => {
  verifies('SUB-06')
  const { server, client } = await legacy(all, {
    'resources/subscribe': ({ params }) =>
      params?.['uri'] === 'x://1' ? { result: {} } : { error: { code: -32002, message: 'Not found' } },
  })
  const subscription = await client.listen({ uris: ['x://1', 'x://2'] })
  expect(subscription.filter).toEqual({ uris: ['x://1'] })
  await subscription.close()
  expect(server.ofMethod('resources/unsubscribe').map(({ params }) => params?.['uri'])).toEqual(['x://1'])
  await client.close()
})

test('a subscription that fails for one resource is taken back for the others', async () => {
  const runtime = new VirtualRuntime()
  const subscribe: Replies[string] = ({ params }) => (params?.['uri'] === 'x://1' ? { result: {} } : undefined)
  const { server, client } = await legacy(all, { 'resources/subscribe': subscribe }, { runtime })
  const rejected = expect(client.listen({ uris: ['x://1', 'x://2'] })).rejects.toMatchObject({ code: 'timeout' })
  await runtime.advance(60_000)
  await rejected
  await settled()
  expect(server.ofMethod('resources/unsubscribe').map(({ params }) => params?.['uri'])).toEqual(['x://1'])
  await client.close()
})

test('giving up a subscription takes nothing from others who wait for the same resource', async () => {
  const { server, client } = await legacy(all, { 'resources/subscribe': () => undefined })
  const controller = new AbortController()
  const rejected = expect(client.listen({ uris: ['x://1'] }, { signal: controller.signal })).rejects.toThrow('enough')
  const other = client.listen({ uris: ['x://1'] })
  await settled()
  controller.abort(new Error('enough'))
  await rejected
  server.send({ id: server.received[0]?.id, result: {} })
  expect((await other).filter).toEqual({ uris: ['x://1'] })
  await settled()
  expect(server.methods).toEqual(['resources/subscribe'])
  await client.close()
})
