import { Redis } from 'ioredis'
import { createSentinel } from 'redis'
import { fromIoredis, fromNodeRedis } from '../../../packages/redis/src/entries/index.js'
import { freePort } from '../../support/free-port.js'
import type { OpenClient, OpenRedis } from './clients.js'
import { type FaultProxy, startFaultProxy } from './fault-proxy.js'
import { type RedisServer, startRedis, until } from './redis-server.js'

/** A primary with one replica behind a proxy, and a sentinel that makes it the primary. */
export interface SentinelGroup {
  /** The port of the sentinel. */
  readonly port: number
  /** Those of the primary and the replica. */
  readonly ports: readonly number[]
  /** Resolves when the replica has all that was written. */
  replicated(): Promise<void>
  /** Nothing of what is written from now on reaches the replica. */
  loseTail(): void
  /** Kills the primary, and resolves when the replica has taken over. */
  failOver(): Promise<void>
  close(): Promise<void>
}

export async function startSentinelGroup(): Promise<SentinelGroup> {
  const primary = await startRedis()
  const link: FaultProxy = await startFaultProxy(primary.port)
  const replica: RedisServer = await startRedis({ args: ['--replicaof', '127.0.0.1', `${link.port}`] })
  await until(async () => (await replica.run('INFO', 'replication')).includes('master_link_status:up'))
  const port = await freePort()
  const config = [
    `sentinel monitor main 127.0.0.1 ${primary.port} 1`,
    'sentinel down-after-milliseconds main 500',
    'sentinel failover-timeout main 60000',
    'sentinel resolve-hostnames no',
    'bind 127.0.0.1',
  ]
  const sentinel = await startRedis({ port, sentinel: `${config.join('\n')}\n` })
  await until(async () => (await sentinel.run('SENTINEL', 'REPLICAS', 'main')).includes(`${replica.port}`), 30_000)
  return {
    port,
    ports: [primary.port, replica.port],
    async replicated() {
      const offset = /(?:master|slave)_repl_offset:(\d+)/
      await until(async () => {
        const [written] = offset.exec(await primary.run('INFO', 'replication'))?.slice(1) ?? []
        return (await replica.run('INFO', 'replication')).includes(`slave_repl_offset:${written}`)
      })
    },
    loseTail: () => link.stall(),
    async failOver() {
      await primary.kill()
      link.cut({ refuse: true })
      // A sentinel closes the connections of a server that it makes the primary.
      await until(async () => (await replica.run('ROLE').catch(() => '')).includes('master'), 30_000)
    },
    async close() {
      await sentinel.kill()
      await Promise.all([primary.kill(), replica.kill()])
      await link.close()
    },
  }
}

/** The two clients, over a sentinel. */
export const sentinelClients: readonly (readonly [name: string, open: OpenRedis])[] = [
  ['redis', openNodeRedis],
  ['ioredis', openIoredis],
]

async function openNodeRedis(port: number): Promise<OpenClient> {
  const sentinel = createSentinel({
    name: 'main',
    sentinelRootNodes: [{ host: '127.0.0.1', port }],
    scanInterval: 200,
    maxCommandRediscovers: 100,
  })
  sentinel.on('error', () => {})
  await sentinel.connect()
  return { connection: fromNodeRedis(sentinel), close: async () => sentinel.destroy() }
}

async function openIoredis(port: number): Promise<OpenClient> {
  const client = new Redis({
    sentinels: [{ host: '127.0.0.1', port }],
    name: 'main',
    retryStrategy: () => 50,
    sentinelRetryStrategy: () => 50,
    maxRetriesPerRequest: null,
  })
  client.on('error', () => {})
  return { connection: fromIoredis(client), close: async () => client.disconnect() }
}
