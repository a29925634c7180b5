import { fromIoredis, type RedisConnection } from '@omniport/redis'
import { Cluster, Redis } from 'ioredis'

/** One primary, one with a replica that a sentinel puts in its place, or three primaries. */
export type Topology = 'single' | 'sentinel' | 'cluster'

export interface OpenedRedis {
  readonly connection: RedisConnection
  close(): void
}

/** Opens a client of a topology at the port of its primary, its sentinel or one of its primaries. */
export async function openRedis(topology: Topology, port: number): Promise<OpenedRedis> {
  if (topology === 'cluster') {
    const cluster = new Cluster([{ host: '127.0.0.1', port }], {
      shardedSubscribers: true,
      clusterRetryStrategy: () => 50,
    })
    cluster.on('error', () => {})
    return { connection: fromIoredis(cluster), close: () => cluster.disconnect() }
  }
  const common = { retryStrategy: () => 50, maxRetriesPerRequest: null }
  const client =
    topology === 'single'
      ? new Redis({ host: '127.0.0.1', port, ...common })
      : new Redis({
          sentinels: [{ host: '127.0.0.1', port }],
          name: 'main',
          sentinelRetryStrategy: () => 50,
          ...common,
        })
  client.on('error', () => {})
  return { connection: fromIoredis(client), close: () => client.disconnect() }
}
