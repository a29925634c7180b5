import { afterEach, describe, expect, test } from 'vitest'
import type { AuthOptions, Client } from '../../entries/client.js'
import type { Host, ServerSettings, ServerStatus } from '../../entries/host.js'
import type { LogLevel } from '../../entries/protocol.js'
import { UsageError } from '../actions/usage-error.js'
import type { ConsoleEvent, NewServer } from '../contract.js'
import { SpanTracker } from '../recording/span-tracker.js'
import { Timeline } from '../recording/timeline.js'
import type { Catalogues } from './catalogues.js'
import { ConsoleServers, type ConsoleServersOptions } from './console-servers.js'

const timelines: Timeline[] = []

afterEach(() => {
  for (const timeline of timelines.splice(0)) timeline.close()
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** The servers of a host that does what a test says. */
function create(servers: ConsoleServersOptions['servers'] = {}) {
  const events: ConsoleEvent[] = []
  const calls: unknown[][] = []
  const clients = new Map<string, Client>()
  const state: { level: LogLevel | undefined; refuses: boolean; statuses: string[]; settings: unknown } = {
    ...{ level: undefined, refuses: false, statuses: [], settings: undefined },
  }
  const statusOf = (name: string): ServerStatus => ({
    ...{ name, state: 'ready', since: 5, launch: { type: 'program' }, isEmpty: false, tokens: 7 },
  })
  const host = {
    get servers() {
      return state.statuses.map(statusOf)
    },
    setServers: async (settings: Record<string, ServerSettings>) => {
      if (state.refuses) throw new Error('refused')
      state.settings = settings
      state.statuses = Object.keys(settings)
    },
    client: async (name: string) => {
      const client = clients.get(name)
      if (client === undefined) throw new Error('gone')
      return client
    },
  } as unknown as Host
  const publish = (event: ConsoleEvent) => void events.push(event)
  const timeline = new Timeline({ publish, spans: new SpanTracker({ publish, parentOf: () => undefined }) })
  timelines.push(timeline)
  const catalogues = {
    countsOf: (name: string) => ({ tools: name.length }),
    remove: (name: string) => void calls.push(['removed', name]),
    refresh: async (name: string) => void calls.push(['refreshed', name]),
  } as unknown as Catalogues
  const consoleServers = new ConsoleServers({
    ...{ servers, host: () => host, publish, timeline, catalogues },
    isSigningIn: (name) => name === 'signing-in',
    completeAuth: (server, auth) => ({ ...auth, clientName: `console of ${server}` }),
    logLevel: () => state.level,
    onAuthExchange: () => {},
  })
  state.statuses = Object.keys(consoleServers.settings)
  /** Connects a server that logs, or does not. */
  const connect = (name: string, capabilities: object = { logging: {} }) => {
    const setLogLevel = async (level: string) => void calls.push(['level', name, level])
    clients.set(name, { capabilities, setLogLevel, server: { name, version: '1' } } as unknown as Client)
  }
  const change = async (name: string, to: ServerStatus['state']) => {
    consoleServers.onStatus({ type: 'server', server: name, status: { ...statusOf(name), state: to } })
    await turn()
  }
  return { servers: consoleServers, events, calls, clients, state, connect, change }
}

const command = { command: 'node', args: ['a.js'] }

describe('the servers that a console was given', () => {
  test('are targets or settings', () => {
    const address = new URL('http://x.test/mcp')
    const memory = { serve: () => {} } as unknown as ServerSettings
    const streams = { readable: 1, writable: 2 } as unknown as ServerSettings
    const settings: ServerSettings = { target: command, timeoutMs: 5 }
    const { servers } = create({
      a: 'http://a.test',
      b: address,
      c: command,
      d: { url: address },
      e: memory,
      f: streams,
      g: settings,
    })
    expect(servers.settings).toEqual({
      ...{
        a: { target: 'http://a.test' },
        b: { target: address },
        c: { target: command },
        d: { target: { url: address } },
      },
      ...{ e: { target: memory }, f: { target: streams }, g: settings },
    })
  })

  test('are replaced by others, and that is published', async () => {
    const { servers, events, state } = create({ a: command })
    await servers.configure({ b: 'http://b.test' })
    expect([servers.settings, state.settings]).toEqual([{ b: { target: 'http://b.test' } }, servers.settings])
    expect(events).toEqual([{ type: 'servers', servers: servers.all }])
    expect(servers.all.map(({ name }) => name)).toEqual(['b'])
  })

  test('have the credentials of the console beside their own, the same while those are equal', async () => {
    const auth: AuthOptions = { clientId: 'me' }
    const { servers } = create({ a: { target: 'http://a.test', auth }, b: { target: 'http://a.test', auth } })
    const before = servers.settings
    expect([before['a']?.auth, before['b']?.auth]).toEqual([
      { clientId: 'me', clientName: 'console of a' },
      { clientId: 'me', clientName: 'console of b' },
    ])
    await servers.configure({ a: { target: 'http://a.test', auth: { clientId: 'me' } } })
    expect(servers.settings['a']?.auth).toBe(before['a']?.auth)
    await servers.configure({ a: { target: 'http://a.test', auth: { clientId: 'you' } } })
    expect(servers.settings['a']?.auth).toEqual({ clientId: 'you', clientName: 'console of a' })
  })

  test('have their own token alone, or no credentials', () => {
    const { servers } = create({ a: { target: 'http://a.test', auth: { token: 't' } }, b: { target: 'http://b.test' } })
    expect(servers.settings).toEqual({
      a: { target: 'http://a.test', auth: { token: 't' } },
      b: { target: 'http://b.test' },
    })
  })
})

describe('a server that is added', () => {
  test.each<[NewServer, ServerSettings]>([
    [
      { name: 'n', command: 'node', args: ['x'], env: { A: '1' }, cwd: '/' },
      { target: { command: 'node', args: ['x'], env: { A: '1' }, cwd: '/' } },
    ],
    [
      { name: 'n', url: 'HTTPS://n.test/', headers: { a: 'b' }, revision: '2025-11-25' },
      { target: { url: 'HTTPS://n.test/', headers: { a: 'b' } }, revision: '2025-11-25' },
    ],
    [{ name: 'n', url: 'http://n.test', revision: 'newest' }, { target: { url: 'http://n.test' } }],
  ])('has its settings: %j', async (added, settings) => {
    const { servers, events, state } = create({ a: command })
    await servers.add(added)
    expect(state.settings).toEqual({ a: { target: command }, n: settings })
    expect(servers.all.map(({ name, isAdded }) => [name, isAdded])).toEqual([
      ['a', false],
      ['n', true],
    ])
    expect(events).toEqual([{ type: 'servers', servers: servers.all }])
  })

  test.each<[object, string]>([
    [{ name: 'a', command: 'x' }, 'There is a server with the name a already'],
    [{ name: 'n' }, 'Give a command, or a url'],
    [{ name: 'n', url: undefined, command: undefined }, 'Give a command, or a url'],
    [{ name: 'n', url: 'ftp://x' }, 'url must begin with http:// or https://'],
    [{ name: 'n', url: 'see http://x' }, 'url must begin with http:// or https://'],
    [{ name: 'n', url: 'http://' }, 'url must begin with http:// or https://'],
  ])('is refused: %j', async (added, message) => {
    const { servers, state } = create({ a: command })
    await expect(servers.add(added as NewServer)).rejects.toThrow(new UsageError(message))
    expect([Object.keys(servers.settings), state.settings]).toEqual([['a'], undefined])
  })

  test('that the host refuses is not there', async () => {
    const { servers, state } = create()
    state.refuses = true
    await expect(servers.add({ name: 'n', command: 'x' })).rejects.toThrow(new Error('refused'))
    expect(servers.settings).toEqual({})
  })
})

describe('a server that is removed', () => {
  test('is gone, whether it was given or added', async () => {
    const { servers, calls, state } = create({ a: command, b: command })
    await servers.add({ name: 'n', command: 'x' })
    await servers.remove('n')
    await servers.remove('a')
    expect([state.settings, calls]).toEqual([
      { b: { target: command } },
      [
        ['removed', 'n'],
        ['removed', 'a'],
      ],
    ])
    expect(servers.settingsOf('a')).toEqual({})
    await expect(servers.remove('a')).rejects.toThrow(new UsageError('There is no server with the name a'))
  })

  test('leaves nothing to one of the same name', async () => {
    const { servers, connect, change } = create()
    await servers.add({ name: 'n', command: 'x' })
    servers.setFaults('n', { delayMs: 5 })
    connect('n')
    await change('n', 'ready')
    const interceptor = servers.interceptorOf('n')
    expect(servers.all[0]).toMatchObject({ faults: { delayMs: 5 }, info: { name: 'n' } })
    await servers.remove('n')
    await servers.add({ name: 'n', command: 'x' })
    expect(servers.all[0]).toMatchObject({ faults: { delayMs: 0 } })
    expect(servers.all[0]).not.toHaveProperty('info')
    expect(servers.interceptorOf('n')).not.toBe(interceptor)
  })
})

test.each<[string, ServerSettings, boolean]>([
  ['an address', { target: 'http://x.test' }, true],
  ['a URL', { target: new URL('http://x.test') }, true],
  ['an address with headers', { target: { url: 'http://x.test' } }, true],
  ['a command', { target: command }, false],
  ['nothing that can be used', {}, false],
])('is reached over HTTP or not: %s', (_what, settings, isOverHttp) => {
  expect(create({ a: settings }).servers.isOverHttp('a')).toBe(isOverHttp)
})

test.each(['none', 'toString', '__proto__'])('there is no server %s', (name) => {
  const { servers } = create({ a: command })
  expect(() => servers.assertKnown('a')).not.toThrow()
  expect(() => servers.setFaults(name, {})).toThrow(new UsageError(`There is no server with the name ${name}`))
  expect(servers.settingsOf(name)).toEqual({})
})

test('faults are those of one server, and their change is published', () => {
  const { servers, events } = create({ a: command, 'signing-in': command })
  expect(servers.setFaults('a', { stall: true })).toMatchObject({ stall: true })
  expect(servers.all.map(({ faults, isSigningIn, counts }) => [faults.stall, isSigningIn, counts])).toEqual([
    [true, false, { tools: 1 }],
    [false, true, { tools: 10 }],
  ])
  expect(events).toEqual([{ type: 'server', server: servers.all[0] }])
})

test('a recording goes on until the settings of its server change', async () => {
  const { servers } = create({ a: command, b: command })
  const [a, b] = [servers.interceptorOf('a'), servers.interceptorOf('b')]
  expect(JSON.parse(servers.recordingHeader('a'))).toMatchObject({ target: { command: 'node', args: ['a.js'] } })
  await servers.add({ name: 'n', command: 'x' })
  expect([servers.interceptorOf('a') === a, servers.interceptorOf('b') === b, a === b]).toEqual([true, true, false])
  await servers.configure({ a: 'http://a.test/', b: command })
  expect(servers.interceptorOf('a')).not.toBe(a)
  expect(JSON.parse(servers.recordingHeader('a'))).toMatchObject({ target: { url: 'http://a.test/' } })
})

describe('a change of a server', () => {
  test('that is ready publishes who it is, and reads what it offers', async () => {
    const { servers, events, calls, connect, change, state } = create({ a: command })
    connect('a')
    state.level = 'debug'
    await change('a', 'ready')
    expect(events.map((event) => event.type === 'server' && event.server.info)).toEqual([
      undefined,
      { name: 'a', version: '1' },
    ])
    expect(calls).toEqual([
      ['level', 'a', 'debug'],
      ['refreshed', 'a'],
    ])
    expect(servers.all[0]?.capabilities).toEqual({ logging: {} })
  })

  test.each<[string, LogLevel | undefined, object]>([
    ['where none is set', undefined, { logging: {} }],
    ['where it logs nothing', 'debug', {}],
  ])('does not set a level of log messages %s', async (_where, level, capabilities) => {
    const { calls, connect, change, state } = create({ a: command })
    connect('a', capabilities)
    state.level = level
    await change('a', 'ready')
    expect(calls).toEqual([['refreshed', 'a']])
  })

  test('that has ended again meanwhile reads nothing', async () => {
    const { calls, change, events } = create({ a: command })
    await change('a', 'ready')
    expect([calls, events.length]).toEqual([[], 1])
  })

  test.each<[ServerStatus['state'], boolean]>([
    ['unresponsive', true],
    ['lost', false],
    ['stopped', false],
  ])('to %s: it is still known: %s', async (to, isKnown) => {
    const { servers, connect, change, calls } = create({ a: command })
    connect('a')
    await change('a', 'ready')
    await change('a', to)
    expect([servers.all[0]?.info !== undefined, calls.length]).toEqual([isKnown, 1])
  })

  test('of a server that is gone is not published', async () => {
    const { servers, events } = create({ a: command })
    servers.publish('b')
    expect(events).toEqual([])
  })
})

test('the connected servers are asked for another level', async () => {
  const { servers, connect, change, calls, clients, state } = create({ a: command, b: command, c: command })
  for (const name of ['a', 'b', 'c']) {
    connect(name)
    await change(name, 'ready')
  }
  await change('b', 'stopped')
  calls.length = 0
  state.level = 'error'
  const failing = clients.get('a') as unknown as { setLogLevel: () => Promise<void> }
  failing.setLogLevel = () => Promise.reject(new Error('no'))
  await expect(servers.updateLogLevel()).resolves.toBeUndefined()
  expect(calls).toEqual([['level', 'c', 'error']])
})
