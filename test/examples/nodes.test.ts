import { connect, textOf } from 'omniport/client'
import { revisions } from 'omniport/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Haproxy, hasHaproxy, startHaproxy } from '../nodes/support/start-haproxy.js'
import { hasRedis, type RedisServer, startRedis } from '../redis/support/redis-server.js'
import { type StartedProgram, startProgram } from '../support/start-program.js'

const portOf = ({ line }: StartedProgram) => Number(new URL(line).port)

describe.skipIf(!hasRedis || !hasHaproxy)('three nodes on Redis, with a gateway in front', () => {
  let redis: RedisServer
  let nodes: StartedProgram[] = []
  let balancer: Haproxy
  let gateway: StartedProgram
  beforeAll(async () => {
    redis = await startRedis()
    const env = {
      PORT: '0',
      HOST: '127.0.0.1',
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      SECRET: 'a secret that all nodes have: 0123456789abcdef',
    }
    nodes = await Promise.all([1, 2, 3].map(() => startProgram(['examples/nodes/server.js'], env)))
    balancer = await startHaproxy(nodes.map(portOf))
    const NODES_URL = `http://127.0.0.1:${balancer.port}/mcp`
    gateway = await startProgram(['examples/nodes/gateway.js'], { PORT: '0', NODES_URL })
  }, 120_000)
  afterAll(async () => {
    gateway?.terminate()
    for (const node of nodes) node.terminate()
    await Promise.all([gateway, ...nodes].map((program) => program?.ended))
    await balancer?.close()
    await redis?.kill()
  })

  const overHttp = revisions.filter((revision) => revision >= '2025-03-26')

  test.each(overHttp)('calls reach the nodes, with their progress, at %s', { timeout: 120_000 }, async (revision) => {
    await using client = await connect(gateway.line, { revision })
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['count'])
    const progress: number[] = []
    const onProgress = (each: { readonly progress: number }) => progress.push(each.progress)
    const calls = [
      client.callTool('count', {}, { onProgress }),
      client.callTool('count', {}),
      client.callTool('count', {}),
    ]
    expect((await Promise.all(calls)).map(textOf)).toEqual(Array(3).fill('Counted to 10'))
    expect(progress.at(-1)).toBe(10)
  })

  test('a node that ends finishes its calls, and later ones reach the others', { timeout: 120_000 }, async () => {
    const clients = await Promise.all(overHttp.map((revision) => connect(gateway.line, { revision })))
    const during = clients.map((client) => client.callTool('count', {}))
    nodes[0]?.terminate()
    expect((await Promise.all(during)).map(textOf)).toEqual(clients.map(() => 'Counted to 10'))
    expect(await nodes[0]?.ended).toEqual({ code: 0, stderr: '' })
    const after = await Promise.all(clients.map((client) => client.callTool('count', {})))
    expect(after.map(textOf)).toEqual(clients.map(() => 'Counted to 10'))
    for (const client of clients) await client.close()
  })
})
