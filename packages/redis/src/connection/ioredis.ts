import type { RedisConnection } from './redis-connection.js'

type Listener = (message: string) => void

/** What is used of a client of the package `ioredis`: version 6 has it. */
export interface IoredisClient {
  /** The socket; undefined before the client connects. */
  readonly stream?: IoredisStream | undefined
  call(command: string, args: string[]): Promise<unknown>
  duplicate(override: { readonly autoResubscribe: boolean }): IoredisSubscriber
}

/** The socket of a client: what is written between `cork` and `uncork` is one write. */
export interface IoredisStream {
  cork(): void
  uncork(): void
}

/** The connection for subscriptions, which the client makes of itself. */
export interface IoredisSubscriber {
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'ready', listener: () => void): unknown
  on(event: 'message', listener: (channel: string, message: string) => void): unknown
  subscribe(channel: string): Promise<unknown>
  unsubscribe(channel: string): Promise<unknown>
  disconnect(): void
}

/** What is used of a cluster of the package `ioredis`: version 6 has it. */
export interface IoredisCluster {
  readonly slots: unknown
  readonly options: { readonly shardedSubscribers?: boolean | undefined }
  nodes(role: 'master'): readonly Pick<IoredisClient, 'stream'>[]
  call(command: string, args: string[]): Promise<unknown>
  on(event: 'smessage', listener: (channel: string, message: string) => void): unknown
  off(event: 'smessage', listener: (channel: string, message: string) => void): unknown
  ssubscribe(channel: string): Promise<unknown>
  sunsubscribe(channel: string): Promise<unknown>
}

/**
 * Makes a connection of a client or a cluster of the package `ioredis`, version 6. It stays yours: listen to its `error` events.
 * Subscriptions get a connection of their own, which `close` ends. A cluster must have the option `shardedSubscribers: true`.
 *
 * @throws TypeError if a cluster has not, and for anything else than a client of that package.
 */
export function fromIoredis(client: IoredisClient | IoredisCluster): RedisConnection {
  checkClient(client)
  return 'slots' in client ? fromCluster(client) : fromClient(client)
}

function checkClient(client: unknown): void {
  const { call, sendCommand } = Object(client) as Readonly<Record<string, unknown>>
  if (typeof call === 'function') return
  throw new TypeError(
    typeof sendCommand === 'function'
      ? 'fromIoredis: this is a client of the package redis: write fromNodeRedis(client)'
      : 'fromIoredis: the first argument must be a client of the package ioredis',
  )
}

function fromClient(client: IoredisClient): RedisConnection {
  let subscriber: IoredisSubscriber | undefined
  const channels = new Channels()
  const open = () => {
    if (subscriber !== undefined) return subscriber
    const opened = client.duplicate({ autoResubscribe: false })
    // It reconnects by itself, and the client reports the same errors to its owner.
    opened.on('error', () => {})
    opened.on('message', channels.deliver)
    // What the client does by itself has nobody to catch its errors: a connection that breaks meanwhile would end the process.
    opened.on('ready', () => {
      for (const channel of channels.names()) opened.subscribe(channel).catch(() => {})
    })
    subscriber = opened
    return opened
  }
  const collect = createCollector(() => [client])
  return {
    command([name = '', ...args]) {
      collect()
      return client.call(name, args)
    },
    async subscribe(channel, onMessage) {
      const opened = open()
      const remove = channels.add(channel, onMessage)
      await opened.subscribe(channel).catch(rethrowAfter(remove))
      return () => {
        if (remove()) opened.unsubscribe(channel).catch(() => {})
      }
    },
    async close() {
      subscriber?.disconnect()
    },
  }
}

function fromCluster(cluster: IoredisCluster): RedisConnection {
  if (cluster.options.shardedSubscribers !== true) {
    throw new TypeError(
      'fromIoredis: the cluster has no sharded subscriptions; create it with the option shardedSubscribers: true',
    )
  }
  const channels = new Channels()
  cluster.on('smessage', channels.deliver)
  const collect = createCollector(() => cluster.nodes('master'))
  return {
    cluster: true,
    command([name = '', ...args]) {
      collect()
      return cluster.call(name, args)
    },
    async subscribe(channel, onMessage) {
      const remove = channels.add(channel, onMessage)
      await cluster.ssubscribe(channel).catch(rethrowAfter(remove))
      return () => {
        if (remove()) cluster.sunsubscribe(channel).catch(() => {})
      }
    },
    async close() {
      cluster.off('smessage', channels.deliver)
    },
  }
}

/**
 * Creates a function to be called before a command is sent: all commands of a turn of the event loop become one write. The client
 * writes each by itself, which costs more than all else that is done for it.
 */
function createCollector(clients: () => readonly Pick<IoredisClient, 'stream'>[]): () => void {
  let isCollecting = false
  return () => {
    if (isCollecting) return
    isCollecting = true
    const streams = clients().flatMap(({ stream }) => stream ?? [])
    for (const stream of streams) stream.cork()
    setImmediate(() => {
      isCollecting = false
      for (const stream of streams) stream.uncork()
    })
  }
}

/** The listeners of each channel: the client has one event for all of them. */
class Channels {
  readonly #listeners = new Map<string, Set<Listener>>()

  readonly deliver = (channel: string, message: string): void => {
    for (const listener of this.#listeners.get(channel) ?? []) listener(message)
  }

  names(): readonly string[] {
    return [...this.#listeners.keys()]
  }

  /** Returns a function that removes it, and tells if it was the last one of its channel. */
  add(channel: string, onMessage: Listener): () => boolean {
    const listener: Listener = (message) => onMessage(message)
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return false
      return this.#listeners.get(channel) === listeners && this.#listeners.delete(channel)
    }
  }
}

function rethrowAfter(cleanUp: () => void): (error: unknown) => never {
  return (error) => {
    cleanUp()
    throw error
  }
}
