import { expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { Client } from '../../client/client.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { type ConnectionListeners, ServerSupervisor } from './server-supervisor.js'
import type { ServerSettings } from './settings/server-settings.js'

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
  const listeners: ConnectionListeners[] = []
  let failure: unknown
  const supervisor = new ServerSupervisor({
    name: 'notes',
    settings,
    runtime,
    healthMs: 30_000,
    approve,
    connect: async (listener) => {
      listeners.push(listener)
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
  return { supervisor, runtime, states, clients, listeners, fail }
}

test('it is started when it is first needed, once for all who need it', async () => {
  const { supervisor, states, clients } = begin()
  expect(supervisor.change.state).toBe('idle')
  const [first, second] = await Promise.all([supervisor.ready(), supervisor.ready()])
  expect(first).toBe(second)
  expect(await supervisor.ready()).toBe(first)
  expect(clients.length).toBe(1)
  expect(states).toEqual(['starting', 'ready'])
  await supervisor.close('over')
})

test('who fails to start is tried again when it is needed, after growing delays, and nobody waits meanwhile', async () => {
  const { supervisor, runtime, states, listeners, fail } = begin()
  const cause = new OmniportError('unreachable', 'no such program')
  fail(cause)
  await expect(supervisor.ready()).rejects.toBe(cause)
  await expect(supervisor.ready()).rejects.toMatchObject({
    code: 'unreachable',
    message: 'The server notes could not be started: no such program',
    cause,
  })
  expect(listeners.length).toBe(1)
  await runtime.advance(100)
  await expect(supervisor.ready()).rejects.toBe(cause)
  const retryAt = supervisor.change.retryAt ?? 0
  expect(retryAt - runtime.now()).toBe(150)
  await runtime.advance(149)
  await expect(supervisor.ready()).rejects.toThrow('could not be started')
  fail(undefined)
  await runtime.advance(1)
  await supervisor.ready()
  const failed = 'failed: no such program'
  expect(states).toEqual(['starting', failed, 'starting', failed, 'starting', 'ready'])
  expect(supervisor.change).toEqual({ state: 'ready', since: runtime.now() })
  await supervisor.close('over')
})

test('who may not be started is not asked about again until somebody starts it', async () => {
  let asked = 0
  const approve = async () => {
    asked += 1
    if (asked === 1) throw new OmniportError('denied', 'a person said no')
  }
  const { supervisor, states, clients } = begin(undefined, approve)
  await expect(supervisor.ready()).rejects.toMatchObject({ code: 'denied' })
  await expect(supervisor.ready()).rejects.toMatchObject({
    code: 'denied',
    message: 'The server notes may not be started: a person said no',
  })
  expect([asked, clients.length, supervisor.canStart]).toEqual([1, 0, false])
  await supervisor.start()
  expect(states).toEqual(['starting', 'denied: a person said no', 'starting', 'ready'])
  await supervisor.close('over')
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
  const { supervisor, listeners } = begin(settings)
  expect(supervisor.change.state).toBe(state)
  await expect(supervisor.ready()).rejects.toMatchObject({ code, message })
  await expect(supervisor.start()).rejects.toMatchObject({ code, message })
  await supervisor.stop()
  expect(supervisor.change.state).toBe(state)
  expect(listeners).toEqual([])
})

test('a connection that is lost and made again is told once each; one that is given up is a failure', async () => {
  const { supervisor, states, listeners, clients } = begin()
  await supervisor.ready()
  listeners[0]?.onLost(new Error('it exited with code 1'))
  listeners[0]?.onLost(new Error('it exited with code 1'))
  listeners[0]?.onReconnect()
  listeners[0]?.onLost(undefined)
  listeners[0]?.onClose()
  expect(states.slice(2)).toEqual([
    'lost: it exited with code 1',
    'ready',
    'lost: the connection ended',
    'failed: the connection ended',
  ])
  await expect(supervisor.ready()).rejects.toMatchObject({ code: 'closed' })
  await supervisor.start()
  expect(clients.length).toBe(2)
  await supervisor.close('over')
})

test('what is left of a connection that ended is waited for, when it is started again and when it is closed', async () => {
  const { supervisor, listeners, clients } = begin()
  await supervisor.ready()
  let [isStarted, isClosed] = [false, false]
  const letGo = (client: FakeClient | undefined) => {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    Object.assign(client ?? {}, { close: () => ended })
    return end
  }
  const endFirst = letGo(clients[0])
  listeners[0]?.onClose()
  const starting = supervisor.start().then(() => {
    isStarted = true
  })
  await settled()
  expect([isStarted, clients.length]).toEqual([false, 1])
  endFirst()
  await starting
  const endSecond = letGo(clients[1])
  listeners[1]?.onClose()
  const closing = supervisor.close('over').then(() => {
    isClosed = true
  })
  await settled()
  expect(isClosed).toBe(false)
  endSecond()
  await closing
})

test('one that answers a ping with an error is there', async () => {
  const { supervisor, runtime, states, clients } = begin()
  let end = () => {}
  const work = supervisor.use(() => new Promise<void>((resolve) => (end = resolve)))
  await settled()
  let pings = 0
  const ping = () => {
    pings += 1
    return Promise.reject(new OmniportError('unsupported', 'No such method'))
  }
  Object.assign(clients[0] ?? {}, { ping })
  await runtime.advance(30_000)
  expect([pings, states, supervisor.isAnswering]).toEqual([1, ['starting', 'ready'], true])
  end()
  await work
  await supervisor.close('over')
})

test('one that is stopped while it is connected to is let go of', async () => {
  const client = new FakeClient()
  let connected = (_client: Client) => {}
  const connecting = new Promise<Client>((resolve) => {
    connected = resolve
  })
  const states: string[] = []
  const supervisor = new ServerSupervisor({
    name: 'notes',
    settings: { target: 'http://127.0.0.1' },
    runtime: new VirtualRuntime(),
    healthMs: 30_000,
    approve: async () => {},
    connect: () => connecting,
    onState: ({ state }) => states.push(state),
    onClient: () => {},
  })
  const waiting = supervisor.ready()
  waiting.catch(() => {})
  await settled()
  const stopping = supervisor.stop()
  connected(client as object as Client)
  await stopping
  await expect(waiting).rejects.toMatchObject({ code: 'closed' })
  expect([client.closed, states]).toEqual([1, ['starting', 'stopped']])
})

test('one that does not answer while it is used is told once, and so is that it answers again', async () => {
  const { supervisor, runtime, states, clients } = begin()
  let end = () => {}
  const work = supervisor.use(() => new Promise<void>((resolve) => (end = resolve)))
  await settled()
  const [client] = clients
  if (client === undefined) throw new Error('no client')
  client.isHung = true
  await runtime.advance(90_000)
  expect(states).toEqual(['starting', 'ready', 'unresponsive: it did not answer within 10000 ms'])
  expect([supervisor.isAnswering, supervisor.canStart]).toEqual([false, true])
  client.isHung = false
  await runtime.advance(30_000)
  expect(states.slice(3)).toEqual(['ready'])
  end()
  await work
  await supervisor.close('over')
})

test('one that nobody uses is left alone', async () => {
  const { supervisor, runtime, clients } = begin()
  await supervisor.ready()
  await runtime.advance(29_999)
  const before = clients[0]?.pings
  await runtime.advance(600_000)
  expect([before, clients[0]?.pings]).toEqual([0, 0])
  await supervisor.ready()
  await runtime.advance(30_000)
  expect(clients[0]?.pings).toBe(1)
  await supervisor.close('over')
  expect(runtime.timers).toBe(0)
})

test('one that is stopped stays so until it is started, and who waits for it is told', async () => {
  let approve = () => {}
  const { supervisor, states, clients } = begin(undefined, () => new Promise<void>((resolve) => (approve = resolve)))
  const waiting = supervisor.ready()
  await settled()
  const stopping = supervisor.stop()
  approve()
  await expect(waiting).rejects.toMatchObject({ code: 'closed', message: 'The server notes was stopped' })
  await stopping
  await expect(supervisor.ready()).rejects.toThrow('The server notes is stopped')
  expect(clients).toEqual([])
  const started = supervisor.start()
  approve()
  await started
  expect(states).toEqual(['starting', 'stopped', 'starting', 'ready'])
  await supervisor.stop()
  expect(clients.map(({ closed }) => closed)).toEqual([1])
})

test('who does not want to wait any more leaves the start to the others', async () => {
  let approve = () => {}
  const { supervisor, clients } = begin(undefined, () => new Promise<void>((resolve) => (approve = resolve)))
  const controller = new AbortController()
  const impatient = supervisor.ready(controller.signal)
  const unhurried = supervisor.ready()
  await settled()
  controller.abort(new Error('enough'))
  await expect(impatient).rejects.toThrow('enough')
  approve()
  await unhurried
  expect(clients.length).toBe(1)
  await supervisor.close('over')
})

test('what a connection that is over still says changes nothing of the next one', async () => {
  const { supervisor, states, listeners, clients } = begin()
  await supervisor.ready()
  await supervisor.stop()
  listeners[0]?.onLost(new Error('it exited'))
  listeners[0]?.onReconnect()
  expect(supervisor.change.state).toBe('stopped')
  await supervisor.start()
  const client = supervisor.client
  listeners[0]?.onClose()
  listeners[0]?.onLost(undefined)
  expect([supervisor.client === client, supervisor.change.state]).toEqual([true, 'ready'])
  expect(states).toEqual(['starting', 'ready', 'stopped', 'starting', 'ready'])
  await supervisor.close('over')
  expect(clients.map(({ closed }) => closed)).toEqual([1, 1])
})

test('one that is over as soon as it is there was not started', async () => {
  const { supervisor, listeners } = begin()
  const ready = supervisor.ready()
  await Promise.resolve()
  listeners[0]?.onClose()
  await expect(ready).rejects.toMatchObject({ code: 'closed', message: 'the connection ended' })
  expect([supervisor.client, supervisor.change.state]).toEqual([undefined, 'failed'])
})

test('who starts one that is being stopped gets a new one, when nothing of the old one is left', async () => {
  const { supervisor, clients } = begin()
  await supervisor.ready()
  const [old] = clients
  let closed = () => {}
  if (old !== undefined) old.close = () => new Promise<void>((resolve) => (closed = resolve))
  const stopping = supervisor.stop()
  const starting = supervisor.start()
  await settled()
  expect(clients.length).toBe(1)
  const closing = supervisor.close('over')
  let isOver = false
  void closing.then(() => (isOver = true))
  starting.catch(() => {})
  await settled()
  expect(isOver).toBe(false)
  closed()
  await Promise.all([stopping, closing])
  await expect(starting).rejects.toMatchObject({ code: 'closed', message: 'over' })
  await expect(supervisor.start()).rejects.toMatchObject({ code: 'closed' })
  expect(clients.length).toBe(1)
})

test('who waits for one that is stopped while it starts is told at once, and a start then is another one', async () => {
  const { supervisor, clients, listeners } = begin(undefined, () => settled())
  const waiting = supervisor.ready()
  const stopping = supervisor.stop()
  const started = supervisor.start()
  await expect(waiting).rejects.toMatchObject({ code: 'closed', message: 'The server notes was stopped' })
  await stopping
  await started
  expect([supervisor.change.state, clients.length, listeners.length]).toEqual(['ready', 1, 1])
  await supervisor.close('over')
})
