import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { createClientServices } from './client-services.js'
import { connect, connectThrough } from './connect.js'
import { capabilities, connectFake } from './fixtures/connect-fake.js'
import { connectInTurn } from './fixtures/connect-in-turn.js'
import { FakeServer, initialized } from './fixtures/fake-server.js'

const alive = () => ({ result: {} })

test('a legacy server is pinged at the rate that is set, and no more once the client is closed', async () => {
  verifies('PING-03')
  const runtime = new VirtualRuntime()
  const { server, client, errors } = await connectFake('2025-06-18', { ping: alive }, { runtime, pingMs: 5_000 })
  await runtime.advance(4_999)
  expect(server.methods).toEqual([])
  await runtime.advance(1)
  expect(server.methods).toEqual(['ping'])
  await runtime.advance(10_000)
  expect(server.methods).toEqual(['ping', 'ping', 'ping'])
  await client.close()
  await runtime.advance(60_000)
  expect([server.methods.length, runtime.timers, errors]).toEqual([3, 0, []])
})

test('a ping without an answer in time is reported and cancelled; there is one at a time, and the next may be answered', async () => {
  verifies('PING-03')
  const runtime = new VirtualRuntime()
  let count = 0
  const ping = () => {
    count += 1
    return count === 1 ? undefined : alive()
  }
  const { server, client, errors } = await connectFake(
    '2025-11-25',
    { ping },
    { runtime, pingMs: 1_000, timeoutMs: 3_000 },
  )
  await runtime.advance(3_999)
  expect([server.methods, errors]).toEqual([['ping'], []])
  await runtime.advance(1)
  expect(server.methods).toEqual(['ping', 'notifications/cancelled'])
  expect(errors).toMatchObject([{ code: 'timeout', message: 'No answer within 3000 ms' }])
  await runtime.advance(1_000)
  expect(server.methods).toEqual(['ping', 'notifications/cancelled', 'ping'])
  expect(errors.length).toBe(1)
  await runtime.advance(1_000)
  expect(server.methods.length).toBe(4)
  await client.close()
})

test('a client that is closed while it waits for a ping reports nothing', async () => {
  const runtime = new VirtualRuntime()
  const { server, client, errors } = await connectFake(
    '2025-11-25',
    { ping: () => undefined },
    { runtime, pingMs: 1_000 },
  )
  await runtime.advance(1_000)
  await client.close()
  await runtime.advance(60_000)
  expect([server.ofMethod('ping').length, runtime.timers, errors]).toEqual([1, 0, []])
})

test.each([
  ['is not told otherwise', '2025-11-25', {}],
  ['speaks a revision without pings', '2026-07-28', { pingMs: 1_000 }],
] as const)('a server is never pinged by a client that %s', async (_name, revision, options) => {
  const runtime = new VirtualRuntime()
  const { server, client } = await connectFake(revision, { ping: alive }, { runtime, ...options })
  await runtime.advance(3_600_000)
  expect(server.methods).toEqual([])
  await client.close()
})

test('a lost connection ends its pings without a word, and the next has its own', async () => {
  const runtime = new VirtualRuntime()
  const errors: Error[] = []
  const onError = (error: Error) => errors.push(error)
  const services = createClientServices({ runtime, pingMs: 1_000, onError })
  const start = () =>
    new FakeServer({ initialize: () => initialized(capabilities), 'tools/call': () => ({ result: { content: [] } }) })
  const { connector, opened } = connectInTurn(start, services)
  const client = await connectThrough(connector, services, { revision: '2025-11-25' })
  await runtime.advance(1_000)
  expect(errors).toMatchObject([{ code: -32601 }])
  opened[0]?.exit()
  await runtime.advance(10_000)
  expect([opened[0]?.ofMethod('ping').length, errors.length]).toEqual([1, 1])
  const call = client.callTool('x', {})
  await runtime.advance(100)
  await call
  await runtime.advance(1_000)
  expect(opened[1]?.ofMethod('ping').length).toBe(1)
  await client.close()
})

test.each([0, -1, Number.NaN, '1'])('pingMs may not be %j', async (pingMs) => {
  const { target } = new FakeServer({})
  await expect(connect(target, { pingMs: pingMs as number })).rejects.toThrow(/^connect: pingMs must be/)
  await settled()
})
