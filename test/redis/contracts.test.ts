import { afterAll, beforeAll, describe } from 'vitest'
import { clients } from './support/clients.js'
import { hasRedis, type RedisServer, startRedis } from './support/redis-server.js'
import { testContracts } from './support/test-contracts.js'

describe.skipIf(!hasRedis).each(clients)('the stores over %s', (_, open) => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.kill())

  testContracts(open, () => server.port)
})
