import { expect, test } from 'vitest'
import type { Client } from '../../client/client.js'
import { settled, VirtualRuntime } from '../../client/fixtures/virtual-runtime.js'
import { OmniportError } from '../../jsonrpc/omniport-error.js'
import type { ServerSettings } from '../server-settings.js'
import { ServerLife, type Told } from './server-life.js'

/** A connection that answers pings when it is told to. */
class FakeClient {
  isHung = false
  closed = 0
  pings = 0

  ping(): Promise<void> {
    this.pings += 1
    return this.isHung ? Promise.reject(new OmniportError('timeout', 'No answer')) : Promise.resolve()
  }

  async close(): Promise<void> {
    this.closed += 1
  }
}

function begin(settings: ServerSettings = { target: 'http://127.0.0.1' }, approve = async () => {}) {
  const runtime = new VirtualRuntime()
  const states: string[] = []
  const clients: FakeClient[] = []
  const told: Told[] = []
  let failure: unknown
  const life = new ServerLife({
    name: 'notes',
    settings,
    runtime,
    healthMs: 30_000,
    approve,
    connect: async (listener) => {
      told.push(listener)
      if (failure !== undefined) throw failure
      const client = new FakeClient()
      clients.push(client)
      return client as object as Client
    },
    onState: ({ state, reason }) => states.push(reason === undefined ? state : `${state}: ${reason}`),
    onClient: () => {},
  })
  const fail = (reason: unknown) => {
    failure = reason
  }
  return { life, runtime, states, clients, told, fail }
}

test('it is started when it is first needed, once for all who need it', async () => {
  const { life, states, clients } = begin()
  expect(life.change.state).toBe('idle')
  const [first, second] = await Promise.all([life.ready(), life.ready()])
  expect(first).toBe(second)
  expect(await life.ready()).toBe(first)
  expect(clients.length).toBe(1)
  expect(states).toEqual(['starting', 'ready'])
  await life.close('over')
})

test('who fails to start is tried again when it is needed, after growing delays, and nobody waits meanwhile', async () => {
  const { life, runtime, states, told, fail } = begin()
  const cause = new OmniportError('unreachable', 'no such program')
  fail(cause)
  await expect(life.ready()).rejects.toBe(cause)
  await expect(life.ready()).rejects.toMatchObject({
    code: 'unreachable',
    message: 'The server notes could not be started: no such program',
    cause,
  })
  expect(told.length).toBe(1)
  await runtime.advance(100)
  await expect(life.ready()).rejects.toBe(cause)
  const retryAt = life.change.retryAt ?? 0
  expect(retryAt - runtime.now()).toBe(150)
  await runtime.advance(149)
  await expect(life.ready()).rejects.toThrow('could not be started')
  fail(undefined)
  await runtime.advance(1)
  await life.ready()
  const failed = 'failed: no such program'
  expect(states).toEqual(['starting', failed, 'starting', failed, 'starting', 'ready'])
  expect(life.change).toEqual({ state: 'ready', since: runtime.now() })
  await life.close('over')
})

test('who may not be started is not asked about again until somebody starts it', async () => {
  let asked = 0
  const approve = async () => {
    asked += 1
    if (asked === 1) throw new OmniportError('denied', 'a person said no')
  }
  const { life, states, clients } = begin(undefined, approve)
  await expect(life.ready()).rejects.toMatchObject({ code: 'denied' })
  await expect(life.ready()).rejects.toMatchObject({
    code: 'denied',
    message: 'The server notes may not be started: a person said no',
  })
  expect([asked, clients.length, life.isWanted]).toEqual([1, 0, false])
  await life.start()
  expect(states).toEqual(['starting', 'denied: a person said no', 'starting', 'ready'])
  await life.close('over')
})

test.each([
  [{ isDisabled: true, target: 'http://127.0.0.1' }, 'disabled', 'closed', 'The server notes is disabled'],
  [
    { problem: 'a.json:3: no command' },
    'invalid',
    'invalid_config',
    'The server notes cannot be used: a.json:3: no command',
  ],
  [{}, 'invalid', 'invalid_config', 'The server notes cannot be used: it has no target'],
] as const)('settings of %j leave it %s', async (settings, state, code, message) => {
  const { life, told } = begin(settings)
  expect(life.change.state).toBe(state)
  await expect(life.ready()).rejects.toMatchObject({ code, message })
  await expect(life.start()).rejects.toMatchObject({ code, message })
  await life.stop()
  expect(life.change.state).toBe(state)
  expect(told).toEqual([])
})

test('a connection that is lost and made again is told once each; one that is given up is a failure', async () => {
  const { life, states, told, clients } = begin()
  await life.ready()
  told[0]?.onLost(new Error('it exited with code 1'))
  told[0]?.onLost(new Error('it exited with code 1'))
  told[0]?.onReconnect()
  told[0]?.onLost(undefined)
  told[0]?.onClose()
  expect(states.slice(2)).toEqual([
    'lost: it exited with code 1',
    'ready',
    'lost: the connection ended',
    'failed: the connection ended',
  ])
  await expect(life.ready()).rejects.toMatchObject({ code: 'closed' })
  await life.start()
  expect(clients.length).toBe(2)
  await life.close('over')
})

test('one that answers a ping with an error is there', async () => {
  const { life, runtime, states, clients } = begin()
  let end = () => {}
  const work = life.use(() => new Promise<void>((resolve) => (end = resolve)))
  await settled()
  let pings = 0
  const ping = () => {
    pings += 1
    return Promise.reject(new OmniportError('unsupported', 'No such method'))
  }
  Object.assign(clients[0] ?? {}, { ping })
  await runtime.advance(30_000)
  expect([pings, states, life.isAnswering]).toEqual([1, ['starting', 'ready'], true])
  end()
  await work
  await life.close('over')
})

test('one that is stopped while it is connected to is let go of', async () => {
  const client = new FakeClient()
  let connected = (_client: Client) => {}
  const connecting = new Promise<Client>((resolve) => {
    connected = resolve
  })
  const states: string[] = []
  const life = new ServerLife({
    name: 'notes',
    settings: { target: 'http://127.0.0.1' },
    runtime: new VirtualRuntime(),
    healthMs: 30_000,
    approve: async () => {},
    connect: () => connecting,
    onState: ({ state }) => states.push(state),
    onClient: () => {},
  })
  const waiting = life.ready()
  waiting.catch(() => {})
  await settled()
  const stopping = life.stop()
  connected(client as object as Client)
  await stopping
  await expect(waiting).rejects.toMatchObject({ code: 'closed' })
  expect([client.closed, states]).toEqual([1, ['starting', 'stopped']])
})

test('one that does not answer while it is used is told once, and so is that it answers again', async () => {
  const { life, runtime, states, clients } = begin()
  let end = () => {}
  const work = life.use(() => new Promise<void>((resolve) => (end = resolve)))
  await settled()
  const [client] = clients
  if (client === undefined) throw new Error('no client')
  client.isHung = true
  await runtime.advance(90_000)
  expect(states).toEqual(['starting', 'ready', 'unresponsive: it did not answer within 10000 ms'])
  expect([life.isAnswering, life.isWanted]).toEqual([false, true])
  client.isHung = false
  await runtime.advance(30_000)
  expect(states.slice(3)).toEqual(['ready'])
  end()
  await work
  await life.close('over')
})

test('one that nobody uses is left alone', async () => {
  const { life, runtime, clients } = begin()
  await life.ready()
  await runtime.advance(29_999)
  const before = clients[0]?.pings
  await runtime.advance(600_000)
  expect([before, clients[0]?.pings]).toEqual([0, 0])
  await life.ready()
  await runtime.advance(30_000)
  expect(clients[0]?.pings).toBe(1)
  await life.close('over')
  expect(runtime.waiting).toBe(0)
})

test('one that is stopped stays so until it is started, and who waits for it is told', async () => {
  let approve = () => {}
  const { life, states, clients } = begin(undefined, () => new Promise<void>((resolve) => (approve = resolve)))
  const waiting = life.ready()
  await settled()
  const stopping = life.stop()
  approve()
  await expect(waiting).rejects.toMatchObject({ code: 'closed', message: 'The server notes was stopped' })
  await stopping
  await expect(life.ready()).rejects.toThrow('The server notes is stopped')
  expect(clients).toEqual([])
  const started = life.start()
  approve()
  await started
  expect(states).toEqual(['starting', 'stopped', 'starting', 'ready'])
  await life.stop()
  expect(clients.map(({ closed }) => closed)).toEqual([1])
})

test('who does not want to wait any more leaves the start to the others', async () => {
  let approve = () => {}
  const { life, clients } = begin(undefined, () => new Promise<void>((resolve) => (approve = resolve)))
  const controller = new AbortController()
  const impatient = life.ready(controller.signal)
  const patient = life.ready()
  await settled()
  controller.abort(new Error('enough'))
  await expect(impatient).rejects.toThrow('enough')
  approve()
  await patient
  expect(clients.length).toBe(1)
  await life.close('over')
})

test('what a connection that is over still says changes nothing of the next one', async () => {
  const { life, states, told, clients } = begin()
  await life.ready()
  await life.stop()
  told[0]?.onLost(new Error('it exited'))
  told[0]?.onReconnect()
  expect(life.change.state).toBe('stopped')
  await life.start()
  const client = life.client
  told[0]?.onClose()
  told[0]?.onLost(undefined)
  expect([life.client === client, life.change.state]).toEqual([true, 'ready'])
  expect(states).toEqual(['starting', 'ready', 'stopped', 'starting', 'ready'])
  await life.close('over')
  expect(clients.map(({ closed }) => closed)).toEqual([1, 1])
})

test('one that is over as soon as it is there was not started', async () => {
  const { life, told } = begin()
  const ready = life.ready()
  await Promise.resolve()
  told[0]?.onClose()
  await expect(ready).rejects.toMatchObject({ code: 'closed', message: 'the connection ended' })
  expect([life.client, life.change.state]).toEqual([undefined, 'failed'])
})

test('who starts one that is being stopped gets a new one, when nothing of the old one is left', async () => {
  const { life, clients } = begin()
  await life.ready()
  const [old] = clients
  let closed = () => {}
  if (old !== undefined) old.close = () => new Promise<void>((resolve) => (closed = resolve))
  const stopping = life.stop()
  const starting = life.start()
  await settled()
  expect(clients.length).toBe(1)
  const closing = life.close('over')
  let isOver = false
  void closing.then(() => (isOver = true))
  starting.catch(() => {})
  await settled()
  expect(isOver).toBe(false)
  closed()
  await Promise.all([stopping, closing])
  await expect(starting).rejects.toMatchObject({ code: 'closed', message: 'over' })
  await expect(life.start()).rejects.toMatchObject({ code: 'closed' })
  expect(clients.length).toBe(1)
})

test('who waits for one that is stopped while it starts is told at once, and a start then is another one', async () => {
  const { life, clients, told } = begin(undefined, () => settled())
  const waiting = life.ready()
  const stopping = life.stop()
  const started = life.start()
  await expect(waiting).rejects.toMatchObject({ code: 'closed', message: 'The server notes was stopped' })
  await stopping
  await started
  expect([life.change.state, clients.length, told.length]).toEqual(['ready', 1, 1])
  await life.close('over')
})
