import { expect, test } from 'vitest'
import { clients } from './support/clients.js'
import { startFaultProxy } from './support/fault-proxy.js'
import { hasRedis, startRedis } from './support/redis-server.js'

test.skipIf(!hasRedis).each(clients)('commands of one turn go to Redis as one write, over %s', async (_, open) => {
  const server = await startRedis()
  const proxy = await startFaultProxy(server.port)
  const { connection, close } = await open(proxy.port)
  const writes: string[] = []
  await connection.command(['SET', 'key', 'value'])
  proxy.onRequest = (request) => {
    writes.push(request)
    return undefined
  }
  const turns = [1, 2].map(async (turn) => {
    for (let each = 0; each < turn; each++) await Promise.resolve() // microtasks belong to the turn
    return Promise.all(Array.from({ length: 50 }, () => connection.command(['GET', 'key'])))
  })
  expect((await Promise.all(turns)).flat()).toEqual(Array(100).fill('value'))
  expect(writes.map((write) => write.split('GET').length - 1)).toEqual([100])
  await close()
  await proxy.close()
  await server.kill()
})
