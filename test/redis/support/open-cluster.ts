import { spawnSync } from 'node:child_process'
import { Cluster } from 'ioredis'
import { createCluster } from 'redis'
import { fromIoredis, fromNodeRedis } from '../../../packages/redis/src/entries/index.js'
import type { OpenClient, OpenRedis } from './clients.js'
import { type RedisServer, startRedis, until } from './redis-server.js'

/** Three primaries without replicas. */
export interface RedisCluster {
  /** The port of the first one. */
  readonly port: number
  readonly nodes: readonly RedisServer[]
  close(): Promise<void>
}

export async function startCluster(): Promise<RedisCluster> {
  const args = ['--cluster-enabled', 'yes', '--cluster-config-file', 'nodes.conf', '--cluster-node-timeout', '2000']
  const nodes = await Promise.all([0, 1, 2].map(() => startRedis({ args })))
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`)
  const { status, stdout } = spawnSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'])
  if (status !== 0) throw new Error(`the cluster was not created: ${stdout}`)
  for (const { run } of nodes)
    await until(async () => (await run('CLUSTER', 'INFO')).includes('cluster_state:ok'), 30_000)
  const [first] = nodes
  if (first === undefined) throw new Error('a cluster has nodes')
  return {
    port: first.port,
    nodes,
    async close() {
      await Promise.all(nodes.map((node) => node.kill()))
    },
  }
}

/** The two clients, over a cluster. */
export const clusterClients: readonly (readonly [name: string, open: OpenRedis])[] = [
  ['redis', openNodeRedis],
  ['ioredis', openIoredis],
]

async function openNodeRedis(port: number): Promise<OpenClient> {
  const cluster = createCluster({ rootNodes: [{ url: `redis://127.0.0.1:${port}` }] })
  cluster.on('error', () => {})
  await cluster.connect()
  return { connection: fromNodeRedis(cluster), close: async () => cluster.destroy() }
}

async function openIoredis(port: number): Promise<OpenClient> {
  const cluster = new Cluster([{ host: '127.0.0.1', port }], { shardedSubscribers: true })
  cluster.on('error', () => {})
  return { connection: fromIoredis(cluster), close: async () => cluster.disconnect() }
}
