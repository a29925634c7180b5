import { Cluster, Redis } from 'ioredis'
import { createClient, createCluster, createSentinel } from 'redis'
import { describe, expect, test, vi } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RedisConnection } from '../connection/redis-connection.js'
import { ScriptedConnection } from '../fixtures/scripted-connection.js'
import type { RedisStoresOptions } from '../options/redis-options.js'
import { createRedisStores } from './create-redis-stores.js'

const policy = (value: unknown) => (args: readonly string[]) =>
  args[0] === 'CONFIG' ? value : args[0] === 'GET' ? '0 ' : 1

async function open(
  options: RedisStoresOptions = {},
  { isCluster = false, config = ['maxmemory-policy', 'noeviction'] as unknown } = {},
) {
  const connection = new ScriptedConnection(isCluster)
  connection.answer = policy(config)
  const logger = createRecordingLogger()
  const clock = new VirtualRuntime()
  const stores = await createRedisStores(connection, { logger, clock, ...options })
  return { connection, logger, clock, stores }
}

describe('an option that cannot be used', () => {
  test.each([
    [{ timeoutMs: 0 }, 'createRedisStores: timeoutMs must be a positive number, got 0'],
    [{ maxInFlight: -1 }, 'createRedisStores: maxInFlight must be a positive number, got -1'],
    [{ appendMs: Number.NaN }, 'createRedisStores: appendMs must be a positive number, got NaN'],
    [{ maxWaitingBytes: 0 }, 'createRedisStores: maxWaitingBytes must be a positive number, got 0'],
    [{ prefix: '{a}' }, 'prefix: expected a name without braces and spaces, got "{a}"'],
  ])('%j', async (options, message) => {
    await expect(open(options)).rejects.toThrow(new TypeError(message))
  })
})

describe('the connection', () => {
  test.each([
    ['a client of redis', createClient()],
    ['a cluster of redis', createCluster({ rootNodes: [] })],
    ['a sentinel of redis', createSentinel({ name: 'x', sentinelRootNodes: [] })],
    ['a client of ioredis', new Redis({ lazyConnect: true })],
    ['a cluster of ioredis', new Cluster([], { lazyConnect: true })],
    ['an address', 'redis://127.0.0.1'],
    ['a connection without subscriptions', { command: async () => 1 }],
    ['nothing', undefined],
  ])('cannot be %s', async (_, connection) => {
    await expect(createRedisStores(connection as unknown as RedisConnection)).rejects.toThrow(
      new TypeError(
        'createRedisStores: the first argument must be a connection: wrap the client, fromNodeRedis(client) or fromIoredis(client)',
      ),
    )
  })

  test('may have other members', async () => {
    const connection = Object.assign(new ScriptedConnection(), { sendCommand: () => {} })
    connection.answer = policy([])
    await createRedisStores(connection, { logger: createRecordingLogger(), clock: new VirtualRuntime() })
    expect(connection.commands).toContainEqual(['CONFIG', 'GET', 'maxmemory-policy'])
  })
})

describe('keys', () => {
  test('begin with the name of the library', async () => {
    const { stores, connection } = await open()
    await stores.sessions.create('x', 1, 5)
    expect(connection.commands.at(-1)?.[3]).toMatch(/^omniport:\{[0-9a-f]{2}\}:s:x$/)
    expect([...connection.channels.keys()]).toEqual(['omniport:{00}:bus:'])
  })

  test('begin with the prefix that is given', async () => {
    const { stores, connection } = await open({ prefix: 'mine' })
    await stores.tasks.create('x', 1, 5)
    expect(connection.commands.at(-1)?.[3]).toMatch(/^mine:\{[0-9a-f]{2}\}:t:x$/)
    await stores.blobs.put('x', new Uint8Array(), 5)
    expect(connection.commands.at(-1)?.[3]).toMatch(/^mine:\{[0-9a-f]{2}\}:b:x$/)
  })
})

test.each([
  [false, 'PUBLISH'],
  [true, 'SPUBLISH'],
])('of a cluster (%s) messages go by %s', async (isCluster, command) => {
  const { stores, connection } = await open({}, { isCluster })
  await stores.bus.publish('a', 1)
  expect(connection.commands.at(-1)?.[4]).toBe(command)
  await stores.inbox.put('x', 1, 5)
  expect(connection.commands.at(-1)).toContain(command)
})

describe('a Redis that may drop keys', () => {
  const warning = (name: string) =>
    `Redis has maxmemory-policy ${name}, so it may drop sessions and events when its memory is full; set it to noeviction`

  test.each([
    [['maxmemory-policy', 'allkeys-lru']],
    [{ 'maxmemory-policy': 'allkeys-lru' }],
    [new Map([['maxmemory-policy', 'allkeys-lru']])],
  ])('is warned of: %j', async (config) => {
    const { logger, connection } = await open({}, { config })
    expect(logger.warnings).toEqual([warning('allkeys-lru')])
    expect(connection.commands).toContainEqual(['CONFIG', 'GET', 'maxmemory-policy'])
  })

  test.each([[[]], [{}], [new Map()], [['maxmemory-policy', 5]], ['x'], [{ 'maxmemory-policy': 'noeviction' }]])(
    'is not, or not known: %j',
    async (config) => {
      expect((await open({}, { config })).logger.warnings).toEqual([])
    },
  )

  test('is not known where nobody may ask', async () => {
    const connection = new ScriptedConnection()
    connection.answer = (args) => {
      if (args[0] === 'CONFIG') throw new Error('NOPERM no')
      return '0 '
    }
    const logger = createRecordingLogger()
    await createRedisStores(connection, { logger, clock: new VirtualRuntime() })
    expect(logger.warnings).toEqual([])
  })

  test('is warned of on stderr where no logger is given', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await open({ logger: undefined }, { config: ['maxmemory-policy', 'allkeys-lru'] })
    expect(warn.mock.calls).toEqual([[warning('allkeys-lru'), { policy: 'allkeys-lru' }]])
    warn.mockRestore()
  })
})

test('what goes wrong is told on stderr where no logger is given', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { stores } = await open({ logger: undefined })
  const error = new Error('x')
  stores.bus.subscribe('t', () => {
    throw error
  })
  await stores.bus.publish('t', 1)
  await settled()
  expect(errors.mock.calls).toEqual([['A listener of the bus failed', { error }]])
  errors.mockRestore()
})

describe('the end', () => {
  test('waits for calls that have begun, and refuses others', async () => {
    const { stores, connection } = await open()
    connection.answer = () => undefined
    const getting = stores.blobs.get('x')
    await settled()
    let isClosed = false
    const closing = stores.close().then(() => (isClosed = true))
    await settled()
    expect(isClosed).toBe(false)
    connection.sent.at(-1)?.reply('AQ==')
    expect([await getting, await closing]).toEqual([Uint8Array.of(1), true])
    expect(connection.channels.size).toBe(0)
    await expect(stores.blobs.get('x')).rejects.toMatchObject({ name: 'StoreUnavailable' })
  })

  test('closes what the connection opened', async () => {
    const connection = new ScriptedConnection()
    connection.answer = policy([])
    let closed = 0
    const own = Object.assign(connection, {
      close: async () => {
        closed += 1
      },
    })
    const stores = await createRedisStores(own, { logger: createRecordingLogger(), clock: new VirtualRuntime() })
    await stores.close()
    expect(closed).toBe(1)
  })
})
