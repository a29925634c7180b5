import { fromIoredis, type RedisConnection } from '@omniport/redis'
import { Cluster, Redis } from 'ioredis'

/** One primary, one with a replica that a sentinel puts in its place, or three primaries. */
export type Topology = 'single' | 'sentinel' | 'cluster'

export interface OpenedRedis {
  readonly connection: RedisConnection
  close(): void
}

export interface TopologyAddress {
  /** The port of the primary, of the sentinel, or of one of the primaries. */
  readonly port: number
  /** The ports by which a client reaches servers, by those that the sentinel or the cluster names. */
  readonly proxied: Readonly<Record<string, number>>
}

/** Opens a client of a topology. */
export async function openRedis(topology: Topology, { port, proxied }: TopologyAddress): Promise<OpenedRedis> {
  const host = '127.0.0.1'
  const natMap = Object.fromEntries(
    Object.entries(proxied).map(([target, proxy]) => [`${host}:${target}`, { host, port: proxy }]),
  )
  if (topology === 'cluster') {
    const cluster = new Cluster([{ host, port }], {
      natMap,
      shardedSubscribers: true,
      clusterRetryStrategy: () => 50,
    })
    cluster.on('error', () => {})
    return { connection: fromIoredis(cluster), close: () => cluster.disconnect() }
  }
  const common = { retryStrategy: () => 50, maxRetriesPerRequest: null }
  const client =
    topology === 'single'
      ? new Redis({ host, port, ...common })
      : new Redis({
          sentinels: [{ host, port }],
          natMap,
          name: 'main',
          sentinelRetryStrategy: () => 50,
          ...common,
        })
  client.on('error', () => {})
  return { connection: fromIoredis(client), close: () => client.disconnect() }
}
