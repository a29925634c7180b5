import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from './support/clients.js'
import { nextPrefix, openStores } from './support/open-stores.js'
import { hasRedis, type RedisServer, startRedis } from './support/redis-server.js'

describe.skipIf(!hasRedis)('stores that are closed', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.kill())

  test.each(clients)('wait for what has begun, and what follows it, then refuse calls: %s', async (_, open) => {
    const { stores } = await openStores(open, redis.port, { prefix: nextPrefix() })
    const { eventLog, sessions } = stores
    const created = sessions.create('a', { n: 1 }, 60_000).then(() => sessions.get('a'))
    const events = [eventLog.append('stream', 'one'), eventLog.append('stream', 'two')]
    await stores.close()
    expect(await created).toMatchObject({ value: { n: 1 } })
    expect(await Promise.all(events)).toEqual([expect.any(String), expect.any(String)])
    await expect(sessions.get('a')).rejects.toMatchObject({ data: { reason: 'store' } })
  })
})
