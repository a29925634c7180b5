import { Cluster, Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { fromNodeRedis, type NodeRedisClient, type NodeRedisCluster, type NodeRedisSentinel } from './node-redis.js'

type Listener = (message: string) => void

/** What a client was asked to do, and who listens to a channel. */
function createSubscriptions() {
  const calls: unknown[][] = []
  const listeners = new Map<string, Set<Listener>>()
  const subscribe = async (channel: string, listener: Listener) => {
    calls.push(['subscribe', channel])
    listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
  }
  const unsubscribe = (channel: string, listener: Listener) => {
    calls.push(['unsubscribe', channel])
    listeners.get(channel)?.delete(listener)
    return Promise.reject(new Error('closed'))
  }
  const publish = (channel: string, message: string) => {
    for (const listener of listeners.get(channel) ?? []) listener(message)
  }
  return { calls, subscribe, unsubscribe, publish }
}

describe('a client', () => {
  function create({ fails = 0 } = {}) {
    const subscriptions = createSubscriptions()
    const { calls } = subscriptions
    const state = { fails }
    const client: NodeRedisClient = {
      sendCommand: async (args) => ['reply', ...args],
      duplicate: () => {
        calls.push(['duplicate'])
        return {
          ...subscriptions,
          on: (event) => calls.push(['on', event]),
          connect: async () => {
            state.fails -= 1
            if (state.fails >= 0) throw new Error('refused')
          },
          destroy: () => void calls.push(['destroy']),
        }
      },
    }
    return { ...subscriptions, connection: fromNodeRedis(client) }
  }

  test('sends commands', async () => {
    const { connection, calls } = create()
    expect(await connection.command(['GET', 'a'])).toEqual(['reply', 'GET', 'a'])
    expect([connection.cluster ?? false, calls]).toEqual([false, []])
  })

  test('has one connection more for all subscriptions', async () => {
    const { connection, calls, publish } = create()
    const received: string[] = []
    const same = (message: string) => received.push(message)
    const [stop] = await Promise.all([connection.subscribe('a', same), connection.subscribe('a', same)])
    publish('a', 'x')
    stop?.()
    publish('a', 'y')
    expect(received).toEqual(['x', 'x', 'y'])
    expect(calls).toEqual([
      ['duplicate'],
      ['on', 'error'],
      ['subscribe', 'a'],
      ['subscribe', 'a'],
      ['unsubscribe', 'a'],
    ])
    await connection.close?.()
    expect(calls.at(-1)).toEqual(['destroy'])
  })

  test('tries again to connect for the next subscription', async () => {
    const { connection, calls } = create({ fails: 1 })
    await expect(connection.subscribe('a', () => {})).rejects.toThrow(new Error('refused'))
    await connection.subscribe('a', () => {})
    expect(calls.filter(([name]) => name === 'duplicate')).toHaveLength(2)
  })

  test('without subscriptions has nothing to close', async () => {
    const { connection, calls } = create()
    await connection.close?.()
    expect(calls).toEqual([])
  })

  test('that could not connect has nothing to close', async () => {
    const { connection, calls } = create({ fails: 1 })
    const failing = expect(connection.subscribe('a', () => {})).rejects.toThrow(new Error('refused'))
    await connection.close?.()
    await failing
    expect(calls).not.toContainEqual(['destroy'])
  })
})

test('a sentinel sends commands to the primary, and subscribes by itself', async () => {
  const { calls, publish, ...subscriptions } = createSubscriptions()
  const sentinel = {
    ...{ acquire: () => {}, ...subscriptions },
    sendCommand: async (...given: unknown[]) => given,
  } as unknown as NodeRedisSentinel
  const connection = fromNodeRedis(sentinel)
  expect([await connection.command(['GET', 'a']), connection.cluster ?? false]).toEqual([[false, ['GET', 'a']], false])
  const received: string[] = []
  const stop = await connection.subscribe('a', (message) => received.push(message))
  publish('a', 'x')
  stop()
  publish('a', 'y')
  expect([received, calls]).toEqual([
    ['x'],
    [
      ['subscribe', 'a'],
      ['unsubscribe', 'a'],
    ],
  ])
})

describe('a cluster', () => {
  function create() {
    const { subscribe, unsubscribe, ...rest } = createSubscriptions()
    const cluster: NodeRedisCluster = {
      slots: [],
      sendCommand: async (...given) => given,
      sSubscribe: subscribe,
      sUnsubscribe: unsubscribe,
    }
    return { ...rest, connection: fromNodeRedis(cluster) }
  }

  test.each([
    [['GET', 'a'], 'a'],
    [['EVAL', 'return 1', '1', 'a', 'b'], 'a'],
    [['EVALSHA', 'abc', '1', 'a', 'b'], 'a'],
    [['CONFIG', 'GET', 'x'], undefined],
  ])('sends %j to the primary of %s', async (args, key) => {
    expect(await create().connection.command(args)).toEqual([key, false, args])
  })

  test('has subscriptions of its shards', async () => {
    const { connection, publish, calls } = create()
    const received: string[] = []
    const stop = await connection.subscribe('a', (message) => received.push(message))
    publish('a', 'x')
    stop()
    publish('a', 'y')
    expect([connection.cluster, received, calls.length]).toEqual([true, ['x'], 2])
  })
})

test.each([
  ['a client', new Redis({ lazyConnect: true })],
  ['a cluster', new Cluster([], { lazyConnect: true })],
])('%s of the package ioredis is refused', (_, client) => {
  expect(() => fromNodeRedis(client as unknown as NodeRedisClient)).toThrow(
    new TypeError('fromNodeRedis: this is a client of the package ioredis: write fromIoredis(client)'),
  )
})

test.each([
  ['an address', 'redis://127.0.0.1'],
  ['the promise of a client', Promise.resolve()],
  ['nothing', undefined],
])('%s is refused', (_, client) => {
  expect(() => fromNodeRedis(client as unknown as NodeRedisClient)).toThrow(
    new TypeError('fromNodeRedis: the first argument must be a client of the package redis'),
  )
})
