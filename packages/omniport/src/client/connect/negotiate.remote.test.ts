import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { createClientServices } from '../client-services.js'
import { connectThrough } from '../connect.js'
import type { ConnectOptions } from '../connect-options.js'
import { connectInTurn } from '../fixtures/connect-in-turn.js'
import { discovered, FakeServer, initialized, type Replies } from '../fixtures/fake-server.js'

let keys = 0

/** A server that runs by itself, of which a client remembers the era, and that may change between two connections. */
function remote(options: ConnectOptions = {}) {
  const runtime = new VirtualRuntime()
  const services = createClientServices({ runtime, ...options })
  keys += 1
  const key = `remote ${keys}`
  const connect = async (answers: Replies) => {
    const { connector, opened } = connectInTurn(() => new FakeServer(answers), services, key)
    const connecting = connectThrough({ ...connector, isRemote: true }, services, {})
    connecting.catch(() => {})
    const methods = () => opened.map((server) => server.methods)
    return { connecting, methods, opened }
  }
  return { runtime, connect }
}

const modern: Replies = { 'server/discover': () => discovered() }
const legacy: Replies = { initialize: () => initialized() }
const silent: Replies = { 'server/discover': () => undefined, initialize: () => initialized() }

describe('a server that runs by itself', () => {
  test('is initialized at once where it has refused a modern request before', async () => {
    const { connect } = remote()
    const first = await connect(legacy)
    await (await first.connecting).close()
    const second = await connect(legacy)
    const client = await second.connecting
    expect([first.methods(), second.methods(), client.revision]).toEqual([
      [['server/discover', 'initialize', 'notifications/initialized']],
      [['initialize', 'notifications/initialized']],
      '2025-11-25',
    ])
    await client.close()
  })

  test('is probed again where it refuses that: it may be another by now', async () => {
    const { connect } = remote()
    await (await (await connect(legacy)).connecting).close()
    const changed = await connect(modern)
    const client = await changed.connecting
    expect([changed.methods(), client.revision]).toEqual([[['initialize'], ['server/discover']], '2026-07-28'])
    await client.close()
    const third = await connect(modern)
    await (await third.connecting).close()
    expect(third.methods()).toEqual([['server/discover']])
  })

  test('is probed each time where it is modern, and gets no initialize beside that', async () => {
    const { connect } = remote()
    for (let count = 0; count < 2; count += 1) {
      const { connecting, methods } = await connect(modern)
      await (await connecting).close()
      expect(methods()).toEqual([['server/discover']])
    }
  })

  test('that says nothing to the probe is initialized after it, and not remembered for that', async () => {
    const { runtime, connect } = remote({ timeoutMs: 60_000 })
    for (let count = 0; count < 2; count += 1) {
      const { connecting, methods } = await connect(silent)
      await runtime.advance(9_999)
      expect(methods()).toEqual([['server/discover']])
      await runtime.advance(1)
      await (await connecting).close()
      expect(methods()[0]?.includes('initialize')).toBe(true)
    }
  })

  test('is probed for half of the time at most, so that there is time for initialize', async () => {
    const { runtime, connect } = remote({ timeoutMs: 4_000 })
    const { connecting, methods } = await connect(silent)
    await runtime.advance(1_999)
    expect(methods()).toEqual([['server/discover']])
    await runtime.advance(1)
    const client = await connecting
    expect(client.revision).toBe('2025-11-25')
    await client.close()
  })

  test('that ends the connection is not asked a second time', async () => {
    const { connect } = remote()
    const exits = (_message: unknown, self: FakeServer) => void self.exit() as undefined
    const { connecting, methods } = await connect({ 'server/discover': exits, initialize: () => initialized() })
    await expect(connecting).rejects.toMatchObject({ code: 'unreachable' })
    expect(methods()).toEqual([['server/discover']])
  })

  test('that is remembered, and does not answer in time, is not probed', async () => {
    const { runtime, connect } = remote({ timeoutMs: 4_000 })
    await (await (await connect(legacy)).connecting).close()
    const { connecting, methods } = await connect({ initialize: () => undefined })
    await runtime.advance(4_000)
    await expect(connecting).rejects.toMatchObject({ code: 'timeout' })
    expect(methods()).toEqual([['initialize']])
  })
})
