import { EventEmitter } from 'node:events'
import { createClient, createCluster } from 'redis'
import { describe, expect, test } from 'vitest'
import { fromIoredis, type IoredisClient, type IoredisCluster } from './ioredis.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

class Subscriber extends EventEmitter {
  readonly calls: string[] = []
  failure: Error | undefined

  async subscribe(channel: string): Promise<void> {
    this.calls.push(`subscribe ${channel}`)
    if (this.failure !== undefined) throw this.failure
  }

  unsubscribe(channel: string): Promise<void> {
    this.calls.push(`unsubscribe ${channel}`)
    return Promise.reject(new Error('closed'))
  }

  ssubscribe = (channel: string) => this.subscribe(channel)
  sunsubscribe = (channel: string) => this.unsubscribe(channel)

  disconnect(): void {
    this.calls.push('disconnect')
  }
}

function createStream(calls: string[]) {
  return { cork: () => void calls.push('cork'), uncork: () => void calls.push('uncork') }
}

describe('a client', () => {
  function create() {
    const calls: string[] = []
    const made: object[] = []
    const subscriber = new Subscriber()
    const client: IoredisClient = {
      stream: createStream(calls),
      call: async (command, args) => {
        calls.push([command, ...args].join(' '))
        return 'reply'
      },
      duplicate: (override) => {
        made.push(override)
        return subscriber as unknown as ReturnType<IoredisClient['duplicate']>
      },
    }
    return { connection: fromIoredis(client), calls, made, subscriber }
  }

  test('sends the commands of a turn as one write', async () => {
    const { connection, calls } = create()
    expect(await Promise.all([connection.command(['GET', 'a']), connection.command(['PING'])])).toEqual([
      'reply',
      'reply',
    ])
    await turn()
    await connection.command(['GET', 'b'])
    await turn()
    expect(calls).toEqual(['cork', 'GET a', 'PING', 'uncork', 'cork', 'GET b', 'uncork'])
    expect(connection.cluster ?? false).toBe(false)
  })

  test('that is not connected yet has nothing to gather', async () => {
    const client = { call: async () => 'reply', duplicate: () => new Subscriber() } as unknown as IoredisClient
    expect(await fromIoredis(client).command(['PING'])).toBe('reply')
    await turn()
  })

  test('has one connection more for all subscriptions', async () => {
    const { connection, made, subscriber } = create()
    const received: string[] = []
    const same = (message: string) => received.push(message)
    const stops = [await connection.subscribe('a', same), await connection.subscribe('a', same)]
    subscriber.emit('message', 'a', 'x')
    subscriber.emit('message', 'b', 'y')
    stops[0]?.()
    stops[0]?.()
    subscriber.emit('message', 'a', 'z')
    expect([received, made]).toEqual([['x', 'x', 'z'], [{ autoResubscribe: false }]])
    expect(subscriber.calls).toEqual(['subscribe a', 'subscribe a'])
    stops[1]?.()
    expect(subscriber.calls.at(-1)).toBe('unsubscribe a')
    await connection.close?.()
    expect(subscriber.calls.at(-1)).toBe('disconnect')
  })

  test('subscribes again when it is connected again', async () => {
    const { connection, subscriber } = create()
    await connection.subscribe('a', () => {})
    const stop = await connection.subscribe('b', () => {})
    stop()
    subscriber.calls.length = 0
    subscriber.failure = new Error('closed')
    subscriber.emit('error', subscriber.failure)
    subscriber.emit('ready')
    await turn()
    expect(subscriber.calls).toEqual(['subscribe a'])
  })

  test('that cannot subscribe says why, and tells nothing', async () => {
    const { connection, subscriber } = create()
    subscriber.failure = new Error('refused')
    const received: string[] = []
    await expect(connection.subscribe('a', (message) => received.push(message))).rejects.toThrow(new Error('refused'))
    subscriber.emit('message', 'a', 'x')
    expect(received).toEqual([])
  })

  test('without subscriptions has nothing to close', async () => {
    const { connection, subscriber } = create()
    await connection.close?.()
    expect(subscriber.calls).toEqual([])
  })
})

describe('a cluster', () => {
  function create() {
    const calls: string[] = []
    const roles: string[] = []
    const cluster = Object.assign(new Subscriber(), {
      ...{ slots: [], options: { shardedSubscribers: true } },
      nodes: (role: string) => {
        roles.push(role)
        return [{ stream: createStream(calls) }, {}, { stream: createStream(calls) }]
      },
      call: async (command: string, args: string[]) => [command, ...args],
    })
    return { connection: fromIoredis(cluster as unknown as IoredisCluster), cluster, calls, roles }
  }

  test('must have subscriptions of its shards', () => {
    const cluster = { slots: [], options: {}, call: async () => 'reply' } as unknown as IoredisCluster
    expect(() => fromIoredis(cluster)).toThrow(
      new TypeError(
        'fromIoredis: the cluster has no sharded subscriptions; create it with the option shardedSubscribers: true',
      ),
    )
  })

  test('sends the commands of a turn as one write to each primary', async () => {
    const { connection, calls, roles } = create()
    expect(await connection.command(['GET', 'a'])).toEqual(['GET', 'a'])
    await turn()
    expect([connection.cluster, roles, calls]).toEqual([true, ['master'], ['cork', 'cork', 'uncork', 'uncork']])
  })

  test('subscribes by itself, until it is closed', async () => {
    const { connection, cluster } = create()
    const received: string[] = []
    const stop = await connection.subscribe('a', (message) => received.push(message))
    await connection.subscribe('b', (message) => received.push(message))
    cluster.emit('smessage', 'a', 'x')
    stop()
    expect([received, cluster.calls]).toEqual([['x'], ['subscribe a', 'subscribe b', 'unsubscribe a']])
    await connection.close?.()
    cluster.emit('smessage', 'b', 'y')
    expect([received, cluster.listenerCount('smessage')]).toEqual([['x'], 0])
  })

  test('that cannot subscribe says why', async () => {
    const { connection, cluster } = create()
    cluster.failure = new Error('refused')
    await expect(connection.subscribe('a', () => {})).rejects.toThrow(new Error('refused'))
  })
})

test.each([
  ['a client', createClient()],
  ['a cluster', createCluster({ rootNodes: [] })],
])('%s of the package redis is refused', (_, client) => {
  expect(() => fromIoredis(client as unknown as IoredisClient)).toThrow(
    new TypeError('fromIoredis: this is a client of the package redis: write fromNodeRedis(client)'),
  )
})

test.each([
  ['an address', 'redis://127.0.0.1'],
  ['the promise of a client', Promise.resolve()],
  ['nothing', undefined],
])('%s is refused', (_, client) => {
  expect(() => fromIoredis(client as unknown as IoredisClient)).toThrow(
    new TypeError('fromIoredis: the first argument must be a client of the package ioredis'),
  )
})
