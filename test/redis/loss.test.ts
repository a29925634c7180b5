import { Redis } from 'ioredis'
import { eventLogContract } from 'omniport/testing'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { clients } from './support/clients.js'
import { nextPrefix, openStores } from './support/open-stores.js'
import { hasRedis, type RedisServer, startRedis } from './support/redis-server.js'

describe.skipIf(!hasRedis).each(clients)('an event log over %s that loses its newest events', (_, open) => {
  let server: RedisServer
  let direct: Redis
  beforeAll(async () => {
    server = await startRedis()
    direct = new Redis(server.port)
  })
  afterAll(async () => {
    direct.disconnect()
    await server.kill()
  })

  /** What a replica has that is behind: the keys as they were before. */
  async function lose(write: () => Promise<void>): Promise<void> {
    const keys = await direct.keys('*')
    const before = await Promise.all(
      keys.map(async (key) => ({ key, ttl: await direct.pttl(key), dump: await direct.dumpBuffer(key) })),
    )
    await write()
    await direct.flushall()
    for (const { key, ttl, dump } of before) await direct.restore(key, Math.max(ttl, 0), dump)
  }

  const prefixes = new Map<unknown, string>()
  const checks = eventLogContract({
    lose,
    create: async (limits) => {
      const prefix = nextPrefix()
      const { stores } = await openStores(open, server.port, { prefix, limits })
      prefixes.set(stores.eventLog, prefix)
      return stores.eventLog
    },
    join: async (log) => {
      const { stores } = await openStores(open, server.port, { prefix: prefixes.get(log) })
      return stores.eventLog
    },
  })
  test.each(checks.slice(-6).map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})
