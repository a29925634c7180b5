import { describe, expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { discovered, FakeServer, initialized, type Replies } from '../client/fixtures/fake-server.js'
import { metaKeys } from '../protocol/meta/meta-keys.js'
import { isLegacy } from '../protocol/revisions/revision-profile.js'
import { createNamedServer, startGateway } from './fixtures/behind.js'

const result = {
  content: [{ type: 'text', text: 'x', future: 1 }],
  future: { deep: [null] },
  _meta: { 'com.example/r': 1 },
}
const replies: Replies = {
  initialize: () => initialized({ tools: {} }),
  'server/discover': () => discovered({ tools: {} }),
  'tools/call': ({ params }) =>
    params?.['name'] === 'fails' ? { error: { code: -31999, message: 'No', data: { why: [1] } } } : { result },
  'com.example/future': ({ params }) => ({ result: { got: params?.['a'] } }),
}

/** An upstream of a revision behind a gateway, and a client of the same or another. */
async function start(upstream: '2025-11-25' | '2026-07-28', revision: '2025-11-25' | '2026-07-28') {
  const server = new FakeServer(replies)
  const { gateway } = startGateway({ u: { target: server.target, revision: upstream, prefix: '' } })
  const client = await connectRaw(gateway, { revision })
  const close = async () => {
    client.close()
    await gateway.close()
  }
  return { server, client, close }
}

describe.each(['2025-11-25', '2026-07-28'] as const)('an upstream of %s', (upstream) => {
  test.each(['2025-11-25', '2026-07-28'] as const)(
    'gets the _meta of a client of %s, but for what is about one hop',
    async (revision) => {
      const { server, client, close } = await start(upstream, revision)
      const _meta = {
        'com.example/given': { a: 1 },
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        progressToken: 'of the client',
        [metaKeys.clientInfo]: { name: 'the client', version: '1' },
      }
      await client.request('tools/call', { name: 'x', arguments: { b: 2 }, future: true, _meta })
      const [call] = server.ofMethod('tools/call')
      const received = call?.params?.['_meta'] as Readonly<Record<string, unknown>>
      expect(call?.params).toMatchObject({ name: 'x', arguments: { b: 2 }, future: true })
      expect(received).toMatchObject({
        'com.example/given': { a: 1 },
        traceparent: _meta.traceparent,
        progressToken: call?.id,
      })
      const own = Object.keys(received).filter((key) => key.startsWith('io.modelcontextprotocol/'))
      const modern = [metaKeys.protocolVersion, metaKeys.clientInfo, metaKeys.clientCapabilities]
      expect(own.sort()).toEqual(isLegacy(upstream) ? [] : modern.sort())
      const sender = isLegacy(upstream) ? undefined : expect.objectContaining({ name: 'omniport-gateway' })
      expect(received[metaKeys.clientInfo]).toEqual(sender)
      await close()
    },
  )

  test('answers with members and errors that nobody knows, and they pass', async () => {
    const { client, close } = await start(upstream, upstream)
    expect((await client.request('tools/call', { name: 'x' })).result).toEqual(result)
    expect((await client.request('tools/call', { name: 'fails' })).error).toEqual({
      code: -31999,
      message: 'No',
      data: { why: [1] },
    })
    await close()
  })

  test('gets requests of methods that nobody knows, where it is the only one', async () => {
    const { client, close } = await start(upstream, upstream)
    expect((await client.request('com.example/future', { a: 7 })).result).toMatchObject({ got: 7 })
    expect((await client.request('com.example/none')).error?.code).toBe(-32601)
    await close()
  })
})

test('with several upstreams a method that nobody knows is not found', async () => {
  const { gateway } = startGateway({ a: createNamedServer('a', []), b: createNamedServer('b', []) })
  const client = await connectRaw(gateway)
  expect((await client.request('com.example/future')).error?.code).toBe(-32601)
  client.close()
  await gateway.close()
})

test('a client that gives up a call ends it at the upstream', async () => {
  const server = new FakeServer({ ...replies, 'tools/call': () => undefined })
  const { gateway } = startGateway({ u: { target: server.target, revision: '2025-11-25', prefix: '' } })
  const client = await connectRaw(gateway)
  void client.request('tools/call', { name: 'x' }, 'given up')
  await expect.poll(() => server.ofMethod('tools/call').length).toBe(1)
  client.notify('notifications/cancelled', { requestId: 'given up' })
  const [call] = server.ofMethod('tools/call')
  await expect
    .poll(() => server.ofMethod('notifications/cancelled').map(({ params }) => params?.['requestId']))
    .toEqual([call?.id])
  client.close()
  await gateway.close()
})

test('a call that is given up while its upstream is connected is not sent', async () => {
  let connected: () => void = () => {}
  const server = new FakeServer({
    ...replies,
    initialize: () =>
      new Promise((resolve) => {
        connected = () => resolve(initialized({ tools: {} }))
      }),
  })
  const { gateway } = startGateway(
    { u: { target: server.target, revision: '2025-11-25', prefix: '' } },
    { limits: { upstreamWaitMs: 1 } },
  )
  const client = await connectRaw(gateway)
  void client.request('tools/call', { name: 'x' }, 'given up')
  await client.settle()
  client.notify('notifications/cancelled', { requestId: 'given up' })
  await client.settle()
  connected()
  expect((await client.request('tools/call', { name: 'y' })).result).toEqual(result)
  expect(server.ofMethod('tools/call').map(({ params }) => params?.['name'])).toEqual(['y'])
  client.close()
  await gateway.close()
})
