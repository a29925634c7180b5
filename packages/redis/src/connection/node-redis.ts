import type { RedisConnection } from './redis-connection.js'

type Listener = (message: string) => void

/** What is used of a client of the package `redis`: version 6 has it. */
export interface NodeRedisClient {
  sendCommand(args: readonly string[]): Promise<unknown>
  duplicate(): NodeRedisSubscriber
}

/** The connection for subscriptions, which the client makes of itself. */
export interface NodeRedisSubscriber {
  on(event: 'error', listener: (error: unknown) => void): unknown
  connect(): Promise<unknown>
  subscribe(channel: string, listener: Listener): Promise<void>
  unsubscribe(channel: string, listener: Listener): Promise<void>
  destroy(): void
}

/** What is used of a cluster of the package `redis`: version 6 has it. */
export interface NodeRedisCluster {
  readonly slots: unknown
  sendCommand(firstKey: string | undefined, isReadonly: boolean, args: string[]): Promise<unknown>
  sSubscribe(channel: string, listener: Listener): Promise<void>
  sUnsubscribe(channel: string, listener: Listener): Promise<void>
}

/** What is used of the clients of a sentinel of the package `redis`: version 6 has it. */
export interface NodeRedisSentinel {
  acquire: unknown
  sendCommand(isReadonly: boolean, args: string[]): Promise<unknown>
  subscribe(channel: string, listener: Listener): Promise<unknown>
  unsubscribe(channel: string, listener: never): Promise<unknown>
}

/**
 * Makes a connection of a client, a sentinel or a cluster of the package `redis`, version 6. Connect it before, and listen to its `error` events;
 * it stays yours. Subscriptions get a connection of their own, which `close` ends.
 *
 * @throws TypeError for anything else than a client of that package.
 */
export function fromNodeRedis(client: NodeRedisClient | NodeRedisSentinel | NodeRedisCluster): RedisConnection {
  checkClient(client)
  if ('acquire' in client) return fromSentinel(client)
  return 'slots' in client ? fromCluster(client) : fromClient(client)
}

/** A client of `ioredis` has `sendCommand` too, which takes an object of a class of its own. */
function checkClient(client: unknown): void {
  const { call, sendCommand } = Object(client) as Readonly<Record<string, unknown>>
  if (typeof call === 'function') {
    throw new TypeError('fromNodeRedis: this is a client of the package ioredis: write fromIoredis(client)')
  }
  if (typeof sendCommand === 'function') return
  throw new TypeError('fromNodeRedis: the first argument must be a client of the package redis')
}

function fromClient(client: NodeRedisClient): RedisConnection {
  let opening: Promise<NodeRedisSubscriber> | undefined
  const open = () => {
    opening ??= openSubscriber(client).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  return {
    command: (args) => client.sendCommand(args),
    async subscribe(channel, onMessage) {
      const subscriber = await open()
      const listener: Listener = (message) => onMessage(message)
      await subscriber.subscribe(channel, listener)
      return () => void subscriber.unsubscribe(channel, listener).catch(ignore)
    },
    async close() {
      const subscriber = await opening?.catch(ignore)
      subscriber?.destroy()
    },
  }
}

async function openSubscriber(client: NodeRedisClient): Promise<NodeRedisSubscriber> {
  const subscriber = client.duplicate()
  // It reconnects by itself, and the client reports the same errors to its owner.
  subscriber.on('error', ignore)
  await subscriber.connect()
  return subscriber
}

function fromSentinel(sentinel: NodeRedisSentinel): RedisConnection {
  return {
    command: (args) => sentinel.sendCommand(false, [...args]),
    async subscribe(channel, onMessage) {
      const listener: Listener = (message) => onMessage(message)
      await sentinel.subscribe(channel, listener)
      return () => void sentinel.unsubscribe(channel, listener as never).catch(ignore)
    },
  }
}

function fromCluster(cluster: NodeRedisCluster): RedisConnection {
  return {
    cluster: true,
    command: (args) => cluster.sendCommand(firstKeyOf(args), false, [...args]),
    async subscribe(channel, onMessage) {
      const listener: Listener = (message) => onMessage(message)
      await cluster.sSubscribe(channel, listener)
      return () => void cluster.sUnsubscribe(channel, listener).catch(ignore)
    },
  }
}

/** The key by which a cluster finds the primary of a command. Undefined: any primary. */
function firstKeyOf([name, first, , key]: readonly string[]): string | undefined {
  if (name === 'EVAL' || name === 'EVALSHA') return key
  return name === 'CONFIG' ? undefined : first
}

function ignore(): undefined {
  return undefined
}
