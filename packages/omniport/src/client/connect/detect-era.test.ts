import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { pause } from '../../async/waiting/pause.js'
import { createClientServices } from '../client-services.js'
import { connect, connectThrough } from '../connect.js'
import type { ConnectOptions } from '../connect-options.js'
import { connectInTurn } from '../fixtures/connect-in-turn.js'
import { discovered, FakeServer, initialized, type Reply } from '../fixtures/fake-server.js'

const noMethod: Reply = { error: { code: -32601, message: 'Method not found' } }
const confirmed = ['server/discover', 'initialize', 'server/discover']
const legacyPath = ['server/discover', 'initialize', 'notifications/initialized']

/** An answer, and the time since the start of the server at which it comes. */
type Timed = readonly [atMs: number, reply: Reply]

/** Connects to a server that answers at such times, and tells what came of it and after how long. */
async function meet(probe: Timed, initialize: Timed, options: ConnectOptions = {}) {
  const runtime = new VirtualRuntime()
  const since = runtime.now()
  const reply = ([atMs, answer]: Timed) => {
    return () => pause(runtime, Math.max(0, since + atMs - runtime.now())).then(() => answer)
  }
  const server = new FakeServer({ 'server/discover': reply(probe), initialize: reply(initialize) })
  const errors: Error[] = []
  const onError = (error: Error) => errors.push(error)
  let tookMs = 0
  const connecting = connect(server.target, { runtime, onError, ...options }).finally(() => {
    tookMs = runtime.now() - since
  })
  const outcome = connecting.then(
    (client) => client.revision,
    (reason) => reason,
  )
  await runtime.advance(60_000)
  const result = await outcome
  const methods = [...server.methods]
  await connecting.then(
    (client) => client.close(),
    () => {},
  )
  await runtime.advance(60_000)
  return { outcome: result, tookMs, methods, errors, timers: runtime.timers }
}

const silent: Timed = [0, undefined]

describe('over a channel that both eras share', () => {
  test.each<[string, Timed, Timed, object]>([
    [
      'a modern server that needs 3 s to start answers the probe first',
      [3_000, discovered()],
      [3_000, initialized()],
      { outcome: '2026-07-28', tookMs: 3_000, methods: confirmed },
    ],
    [
      'so does one that has no initialize',
      [3_000, discovered()],
      [3_000, noMethod],
      { outcome: '2026-07-28', tookMs: 3_000, methods: confirmed },
    ],
    [
      'a legacy server that needs 3 s to start is initialized once, and nothing is waited for',
      [3_000, noMethod],
      [3_000, initialized()],
      { outcome: '2025-11-25', tookMs: 3_000, methods: legacyPath },
    ],
    [
      'one that does not answer the probe has 250 ms more for it',
      silent,
      [3_000, initialized()],
      { outcome: '2025-11-25', tookMs: 3_250, methods: legacyPath },
    ],
    [
      'one that answers within a second is not initialized early',
      [999, discovered()],
      silent,
      { outcome: '2026-07-28', tookMs: 999, methods: ['server/discover'] },
    ],
    [
      'a modern server that answers initialize a little earlier is modern',
      [2_249, discovered()],
      [2_000, initialized()],
      { outcome: '2026-07-28', tookMs: 2_249, methods: confirmed },
    ],
    [
      'one that takes longer than that for the probe is legacy',
      [2_251, discovered()],
      [2_000, initialized()],
      { outcome: '2025-11-25', tookMs: 2_250, methods: legacyPath },
    ],
    [
      'one that refuses initialize has time for the probe',
      [9_000, discovered()],
      [1_000, noMethod],
      { outcome: '2026-07-28', tookMs: 9_000, methods: confirmed },
    ],
    [
      'one that refuses the probe with a list of legacy revisions was initialized already',
      [2_000, { error: { code: -32022, message: 'No', data: { supported: ['2025-06-18'] } } }],
      [2_000, initialized({}, '2025-06-18')],
      { outcome: '2025-06-18', tookMs: 2_000, methods: legacyPath },
    ],
    [
      'one that refuses initialize and does not answer the probe is refused when the time for that is over',
      silent,
      [2_000, noMethod],
      { outcome: { code: -32601 }, tookMs: 10_000, methods: ['server/discover', 'initialize'] },
    ],
    [
      'one that answers a probe after its time is asked nothing more',
      [12_000, discovered()],
      [11_000, initialized()],
      { outcome: '2025-11-25', tookMs: 11_000, methods: legacyPath },
    ],
  ])('%s', async (_name, probe, initialize, expected) => {
    verifies('INT-01', 'INT-02', 'INT-04', 'VER-13')
    expect(await meet(probe, initialize)).toMatchObject({ ...expected, errors: [], timers: 0 })
  })
})

/** A server of both eras that takes three seconds to start, and speaks legacy from `initialize` on, as that of SDK 2.4.0. */
function takesInitialize(runtime: VirtualRuntime): FakeServer {
  let isLegacy = false
  const started = pause(runtime, 3_000)
  return new FakeServer({
    'server/discover': async () => {
      await started
      return isLegacy ? noMethod : discovered()
    },
    initialize: async () => {
      await started
      isLegacy = true
      return initialized()
    },
  })
}

describe('a server for which initialize is the choice of the client', () => {
  test('is started again where the client starts it, and only discovered from then on', async () => {
    const runtime = new VirtualRuntime()
    const services = createClientServices({ runtime })
    const { connector, opened } = connectInTurn(() => takesInitialize(runtime), services, 'takes initialize')
    for (const methods of [[confirmed, ['server/discover']], [['server/discover']]]) {
      opened.length = 0
      const connecting = connectThrough(connector, services, {})
      await runtime.advance(6_000)
      const client = await connecting
      expect([client.revision, opened.map((server) => server.methods)]).toEqual(['2026-07-28', methods])
      await client.close()
    }
    expect(runtime.timers).toBe(0)
  })

  test('is legacy where the client did not start it', async () => {
    const runtime = new VirtualRuntime()
    const server = takesInitialize(runtime)
    const connecting = connect(server.target, { runtime })
    await runtime.advance(3_000)
    const client = await connecting
    await settled()
    expect([client.revision, server.methods]).toEqual(['2025-11-25', [...confirmed, 'notifications/initialized']])
    await client.close()
  })
})

describe('timeoutMs of connect', () => {
  test.each<[string, Timed, Timed]>([
    ['answers nothing', silent, silent],
    ['answers only the probe', [0, noMethod], silent],
    ['answers too late', [5_001, discovered()], [5_001, initialized()]],
  ])('is for all of it where the server %s', async (_name, probe, initialize) => {
    verifies('VER-12')
    expect(await meet(probe, initialize, { timeoutMs: 5_000 })).toMatchObject({
      outcome: { code: 'timeout', message: 'No answer within 5000 ms' },
      tookMs: 5_000,
      timers: 0,
    })
  })

  test.each([undefined, '2025-11-25', '2026-07-28'] as const)(
    'is not extended by progress that nobody asked for, with the revision %s',
    async (revision) => {
      const runtime = new VirtualRuntime()
      const silent = () => undefined
      const server = new FakeServer({ 'server/discover': silent, initialize: silent })
      const connecting = connect(server.target, { runtime, revision, timeoutMs: 3_000 })
      const rejected = expect(connecting).rejects.toMatchObject({ code: 'timeout' })
      for (let progress = 0; progress < 30; progress += 1) {
        for (const progressToken of [1, 2]) server.notify('notifications/progress', { progressToken, progress })
        await runtime.advance(100)
      }
      await rejected
      await settled()
      expect(server.closed).toBe(true)
    },
  )
})
