import { createServer, resource } from 'omniport'
import { connect } from 'omniport/client'
import { serveHttp } from 'omniport/node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RedisStores } from '../../packages/redis/src/entries/index.js'
import { clients } from './support/clients.js'
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.js'
import { nextPrefix, type OpenedStores, openStores } from './support/open-stores.js'
import { hasRedis, type RedisServer, startRedis, until } from './support/redis-server.js'

const unsent = 'A message could not be sent to other nodes'

/** A node that reaches Redis through a proxy of its own. */
interface Node extends OpenedStores {
  readonly proxy: FaultProxy
}

describe.skipIf(!hasRedis).each(clients)('messages of the bus that are lost, over %s', (_, open) => {
  let redis: RedisServer
  let nodes: readonly Node[] = []
  beforeEach(async () => {
    redis = await startRedis()
    const prefix = nextPrefix()
    const openNode = async () => {
      const proxy = await startFaultProxy(redis.port)
      return { proxy, ...(await openStores(open, proxy.port, { prefix, timeoutMs: 300 })) }
    }
    nodes = [await openNode(), await openNode()]
  })
  afterEach(async () => {
    await Promise.all(nodes.map(({ proxy }) => proxy.close()))
    await redis.kill()
  })

  const nodeAt = (index: number) => nodes[index] ?? expect.unreachable('there are two')

  function record(stores: RedisStores) {
    const recorded = { gaps: 0, messages: [] as unknown[] }
    stores.bus.onGap?.(() => {
      recorded.gaps += 1
    })
    stores.bus.subscribe('t', (message) => recorded.messages.push(message))
    return recorded
  }

  test('as their node does not reach Redis are a gap for the others, told once', async () => {
    const [sender, receiver] = [nodeAt(0), nodeAt(1)]
    const recorded = record(receiver.stores)
    sender.proxy.cut({ refuse: true })
    await Promise.all([1, 2, 3].map((number) => sender.stores.bus.publish('t', number)))
    sender.proxy.cut()
    await until(() => recorded.gaps > 0)
    await sender.stores.bus.publish('t', 'later')
    await until(() => recorded.messages.includes('later'))
    // A client may hold commands back and send them later, when they were given up.
    expect([recorded.gaps, recorded.messages.at(-1)]).toEqual([1, 'later'])
  })

  test.each([
    ['though nothing follows', []],
    ['before another', ['next']],
  ])('as the node that listens does not reach Redis are a gap for it, told once, %s', async (_name, following) => {
    const [sender, receiver] = [nodeAt(0), nodeAt(1)]
    const recorded = record(receiver.stores)
    receiver.proxy.cut({ refuse: true })
    await sender.stores.bus.publish('t', 'lost')
    receiver.proxy.cut()
    await until(async () => (await receiver.stores.blobs.get('x').catch(() => 'away')) === undefined)
    for (const message of following) await sender.stores.bus.publish('t', message)
    await until(() => recorded.gaps > 0)
    expect([recorded.gaps, recorded.messages.includes('lost')]).toEqual([1, false])
  })

  test('with all that Redis had are a gap for every node', async () => {
    const recorded = nodes.map(({ stores }) => record(stores))
    await nodeAt(0).stores.bus.publish('t', 'heard')
    await until(() => recorded.every(({ messages }) => messages.includes('heard')))
    await redis.run('FLUSHALL')
    await until(() => recorded.every(({ gaps }) => gaps > 0))
  })
})

describe.skipIf(!hasRedis)('a client of a node that may have missed changes of another', () => {
  test.each([
    ['2025-11-25', 'changes them', 0],
    ['2025-11-25', 'listens', 1],
    ['2026-07-28', 'changes them', 0],
    ['2026-07-28', 'listens', 1],
  ] as const)('of %s is told that what it follows changed, when the node that %s was cut off', async (...row) => {
    const [revision, , cutOff] = row
    const redis = await startRedis()
    const proxies = [await startFaultProxy(redis.port), await startFaultProxy(redis.port)]
    const prefix = nextPrefix()
    const opened = await Promise.all(
      clients.map(([, open], index) => openStores(open, proxies[index]?.port ?? 0, { prefix, timeoutMs: 300 })),
    )
    const [changing, listening] = opened.map(({ stores }) => defineServer(stores))
    const http = await serveHttp(listening ?? expect.unreachable('there are two'), { port: 0 })
    const client = await connect(http.url, { revision })
    const changes = await client.listen({ resources: true, uris: ['note://a'] })
    proxies[cutOff]?.cut({ refuse: true })
    changing?.resources.updated('note://a')
    await until(() => cutOff === 1 || (opened[0]?.log.includes(unsent) ?? false))
    proxies[cutOff]?.cut()
    const announced: unknown[] = []
    for await (const change of changes) {
      if (announced.push(change) === 2) break
    }
    expect(announced).toEqual([{ type: 'resources' }, { type: 'resource', uri: 'note://a' }])
    await client.close()
    await http.close()
    await Promise.all([changing?.close(), listening?.close()])
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await redis.kill()
  })
})

function defineServer(stores: RedisStores) {
  return createServer({
    name: 'gaps',
    version: '1.0.0',
    stores,
    secrets: ['a secret that all nodes have: 0123456789abcdef'],
    logger: { warn() {}, error() {} },
    resources: { a: resource({ uri: 'note://a', read: () => 'a' }) },
  })
}
