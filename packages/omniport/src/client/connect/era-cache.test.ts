import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { pause } from '../../async/waiting/pause.js'
import { createClientServices } from '../client-services.js'
import { connectThrough } from '../connect.js'
import { connectInTurn } from '../fixtures/connect-in-turn.js'
import { discovered, FakeServer, initialized } from '../fixtures/fake-server.js'

/** Ends when its first message is anything but `initialize`, as some legacy servers do. */
const fragile = () =>
  new FakeServer({
    'server/discover': (_message, self) => void self.exit() as undefined,
    initialize: () => initialized(),
  })

test('a server that ends on the probe is started again, initialized, and remembered', async () => {
  const services = createClientServices({})
  const { connector, opened } = connectInTurn(fragile, services, 'fragile')
  const first = await connectThrough(connector, services, {})
  await first.close()
  const second = await connectThrough(connector, services, {})
  await second.close()
  expect(opened.map(({ methods }) => methods)).toEqual([
    ['server/discover'],
    ['initialize', 'notifications/initialized'],
    ['initialize', 'notifications/initialized'],
  ])
})

test('a server that is not as it is remembered is probed again', async () => {
  const services = createClientServices({})
  const before = await connectThrough(connectInTurn(fragile, services, 'upgraded').connector, services, {})
  await before.close()
  const upgraded = () => new FakeServer({ 'server/discover': () => discovered() })
  const { connector, opened } = connectInTurn(upgraded, services, 'upgraded')
  const client = await connectThrough(connector, services, {})
  expect([client.revision, opened.map(({ methods }) => methods)]).toEqual([
    '2026-07-28',
    [['initialize'], ['server/discover']],
  ])
  await client.close()
})

test('a server that ends whatever it is told is unreachable', async () => {
  const services = createClientServices({})
  const exits = (_message: unknown, self: FakeServer) => void self.exit() as undefined
  const broken = () => new FakeServer({ 'server/discover': exits, initialize: exits })
  const { connector, opened } = connectInTurn(broken, services)
  await expect(connectThrough(connector, services, {})).rejects.toMatchObject({ code: 'unreachable' })
  expect(opened.map(({ methods }) => methods)).toEqual([['server/discover'], ['initialize']])
})

describe('a program that ends before it answered', () => {
  const exits = (_message: unknown, self: FakeServer) => void self.exit() as undefined
  const methodsOf = (opened: readonly FakeServer[]) => opened.map(({ methods }) => methods)
  const unreachable = { code: 'unreachable', message: 'The stream of messages ended' }

  test('is started a second time, also where it ends after both were sent', async () => {
    const runtime = new VirtualRuntime()
    const services = createClientServices({ runtime })
    const slow = async (_message: unknown, self: FakeServer) => {
      await pause(runtime, 3_000)
      if (self.methods[0] !== 'initialize') self.exit()
      return self.methods[0] === 'initialize' ? initialized() : undefined
    }
    const start = () => new FakeServer({ 'server/discover': slow, initialize: slow })
    const { connector, opened } = connectInTurn(start, services, 'slow')
    const connecting = connectThrough(connector, services, {})
    await runtime.advance(10_000)
    const client = await connecting
    expect([client.revision, methodsOf(opened)]).toEqual([
      '2025-11-25',
      [
        ['server/discover', 'initialize'],
        ['initialize', 'notifications/initialized'],
      ],
    ])
    await client.close()
    expect(runtime.timers).toBe(0)
  })

  test('is not started again where it answered the probe', async () => {
    const services = createClientServices({})
    const start = () => new FakeServer({ initialize: exits })
    const { connector, opened } = connectInTurn(start, services, 'answers')
    await expect(connectThrough(connector, services, {})).rejects.toMatchObject(unreachable)
    expect(methodsOf(opened)).toEqual([['server/discover', 'initialize']])
  })

  test('is not started again where it is remembered as legacy, and probed the next time', async () => {
    const services = createClientServices({})
    const first = await connectThrough(connectInTurn(fragile, services, 'was legacy').connector, services, {})
    await first.close()
    const modern = { 'server/discover': () => discovered(), initialize: exits }
    const { connector, opened } = connectInTurn(() => new FakeServer(modern), services, 'was legacy')
    await expect(connectThrough(connector, services, {})).rejects.toMatchObject(unreachable)
    const client = await connectThrough(connector, services, {})
    expect([client.revision, methodsOf(opened)]).toEqual(['2026-07-28', [['initialize'], ['server/discover']]])
    await client.close()
  })

  test('is not started again where it is remembered as modern, and both are tried the next time', async () => {
    const services = createClientServices({})
    const modern = () => new FakeServer({ 'server/discover': () => discovered() })
    const first = await connectThrough(connectInTurn(modern, services, 'was modern').connector, services, {})
    await first.close()
    const { connector, opened } = connectInTurn(fragile, services, 'was modern')
    await expect(connectThrough(connector, services, {})).rejects.toMatchObject(unreachable)
    const client = await connectThrough(connector, services, {})
    expect([client.revision, methodsOf(opened)]).toEqual([
      '2025-11-25',
      [['server/discover'], ['server/discover'], ['initialize', 'notifications/initialized']],
    ])
    await client.close()
  })
})
