import { expect, test } from 'vitest'
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
