import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { Root } from '../../protocol/model/roots.js'
import { createClientServices } from '../client-services.js'
import { connect, connectThrough } from '../connect.js'
import { connectFake } from '../fixtures/connect-fake.js'
import { connectInTurn } from '../fixtures/connect-in-turn.js'
import { FakeServer, initialized } from '../fixtures/fake-server.js'

const work = { uri: 'file:///work', name: 'Work' }

test('a legacy server is told of every change, and gets what is there then', async () => {
  verifies('ROOT-02', 'ROOT-04')
  const { client, server } = await connectFake('2025-11-25', {}, { roots: [] })
  server.send({ id: 'a', method: 'roots/list' })
  await settled()
  const given: Root[] = [work]
  client.setRoots(given)
  given.length = 0
  await settled()
  server.send({ id: 'b', method: 'roots/list' })
  await settled()
  expect(server.received).toEqual([
    { jsonrpc: '2.0', id: 'a', result: { roots: [] } },
    { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
    { jsonrpc: '2.0', id: 'b', result: { roots: [work] } },
  ])
  await client.close()
})

test('a modern server is told nothing, and asks when it wants to know', async () => {
  verifies('ROOT-03', 'ROOT-04')
  const answers = {
    'tools/call': ({ params }: { params?: Readonly<Record<string, unknown>> }) => ({
      result:
        params?.['inputResponses'] === undefined
          ? { resultType: 'input_required', inputRequests: { r: { method: 'roots/list' } } }
          : { resultType: 'complete', content: [] },
    }),
  }
  const { client, server } = await connectFake('2026-07-28', answers, { roots: [] })
  client.setRoots([work])
  await client.callTool('x', {})
  expect(server.methods).toEqual(['tools/call', 'tools/call'])
  expect(server.received[1]?.params?.['inputResponses']).toEqual({ r: { roots: [work] } })
  await client.close()
})

test('a change while there was no connection is told on the next', async () => {
  verifies('ROOT-02')
  const runtime = new VirtualRuntime()
  const options = { runtime, roots: [], revision: '2025-11-25' } as const
  const services = createClientServices(options)
  const answers = { initialize: () => initialized({ tools: {} }), 'tools/call': () => ({ result: { content: [] } }) }
  const { connector, opened } = connectInTurn(() => new FakeServer(answers), services)
  const client = await connectThrough(connector, services, options)
  opened[0]?.exit()
  await settled()
  client.setRoots([work])
  const call = client.callTool('x', {})
  await runtime.advance(1_000)
  await call
  expect(opened[1]?.methods).toEqual([
    'initialize',
    'notifications/initialized',
    'notifications/roots/list_changed',
    'tools/call',
  ])
  await client.close()
})

test('roots that were never declared cannot be set', async () => {
  const { client, server } = await connectFake('2025-11-25', {})
  expect(() => client.setRoots([])).toThrow(
    new TypeError('setRoots: this client declared no roots; give `roots` to connect, if only an empty list'),
  )
  server.send({ id: 'a', method: 'roots/list' })
  await settled()
  expect(server.received).toEqual([
    { jsonrpc: '2.0', id: 'a', error: { code: -32601, message: 'Method not found: roots/list' } },
  ])
  verifies('ROOT-06')
  await client.close()
})

test.each([
  ['https://example.com/', 'file://'],
  ['file:/work', 'file://'],
  ['/work', 'file://'],
  ['file:///work/../etc', 'segments'],
  ['file:///work/%2E%2e/etc', 'segments'],
  ['file:///work/.', 'segments'],
  ['file:///work%2f..%2fetc', 'segments'],
  ['file:///work\\..\\etc', 'segments'],
  [7, 'file://'],
])('a root of %s is refused, by connect as well', async (uri, word) => {
  verifies('ROOT-05', 'ROOT-07')
  const roots = [{ uri: uri as string }]
  const { client, server } = await connectFake('2025-11-25', {}, { roots: [] })
  const text = (start: string) => expect.stringMatching(new RegExp(`^${start}: roots\\[0\\]\\.uri must be .*${word}`))
  expect(messageOf(() => client.setRoots(roots))).toEqual(text('setRoots'))
  await expect(connect(server.target, { roots })).rejects.toEqual(expect.objectContaining({ message: text('connect') }))
  await settled()
  expect(server.methods).toEqual([])
  await client.close()
})

test.each(['file:///', 'file:///C:/a%20b', 'file://host/share', 'FILE:///a/..b/c.', 'file:///ø'])(
  'a root of %s is taken',
  async (uri) => {
    verifies('ROOT-05')
    const { client, server } = await connectFake('2025-11-25', {}, { roots: [{ uri }] })
    server.send({ id: 'a', method: 'roots/list' })
    await settled()
    expect(server.received).toEqual([{ jsonrpc: '2.0', id: 'a', result: { roots: [{ uri }] } }])
    await client.close()
  },
)

function messageOf(run: () => void): string {
  try {
    run()
  } catch (reason) {
    return (reason as TypeError).message
  }
  return 'nothing was thrown'
}

test('a function is asked for the roots each time, and may take its time', async () => {
  verifies('ROOT-09')
  const given: Root[][] = [[work], []]
  const signals: AbortSignal[] = []
  const roots = async ({ signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal)
    return given.shift() ?? []
  }
  const { client, server } = await connectFake('2025-11-25', {}, { roots })
  server.send({ id: 'a', method: 'roots/list' })
  await settled()
  client.setRoots(roots)
  server.send({ id: 'b', method: 'roots/list' })
  await settled()
  expect(server.received).toEqual([
    { jsonrpc: '2.0', id: 'a', result: { roots: [work] } },
    { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
    { jsonrpc: '2.0', id: 'b', result: { roots: [] } },
  ])
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
  await client.close()
})

test('what a function gives that is no list of roots is not sent', async () => {
  const errors: Error[] = []
  const roots = () => [{ uri: 'https://example.com/' }]
  const onError = (error: Error) => errors.push(error)
  const { client, server } = await connectFake('2025-11-25', {}, { roots, onError })
  server.send({ id: 'a', method: 'roots/list' })
  await settled()
  expect(server.received).toEqual([{ jsonrpc: '2.0', id: 'a', error: { code: -32603, message: expect.any(String) } }])
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('roots[0].uri must be a file:// URI')])
  await client.close()
})
