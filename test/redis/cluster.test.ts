import { Cluster } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromIoredis } from '../../packages/redis/src/entries/index.js'
import { clusterClients, type RedisCluster, startCluster } from './support/open-cluster.js'
import { nextPrefix, openStores } from './support/open-stores.js'
import { hasRedis } from './support/redis-server.js'
import { testContracts } from './support/test-contracts.js'

describe.skipIf(!hasRedis)('a cluster of three primaries', () => {
  let cluster: RedisCluster
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster.close())

  describe.each(clusterClients)('over %s', (_, open) => {
    testContracts(open, () => cluster.port)

    test('is spread over all of them', async () => {
      const { stores } = await openStores(open, cluster.port, { prefix: nextPrefix() })
      await Promise.all(Array.from({ length: 64 }, (_, index) => stores.eventLog.append(`s${index}`, index)))
      const sizes = await Promise.all(cluster.nodes.map(({ run }) => run('DBSIZE')))
      expect(sizes.filter((size) => Number(size.slice(1)) > 10)).toHaveLength(3)
    })
  })

  test('needs sharded subscriptions of ioredis, and says so', async () => {
    const client = new Cluster([{ host: '127.0.0.1', port: cluster.port }], { lazyConnect: true })
    expect(() => fromIoredis(client)).toThrow(
      new TypeError(
        'fromIoredis: the cluster has no sharded subscriptions; create it with the option shardedSubscribers: true',
      ),
    )
    client.disconnect()
  })
})
