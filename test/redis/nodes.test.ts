import { createServer, type Middleware, tool } from 'omniport'
import { connect } from 'omniport/client'
import { createGateway, limitRate } from 'omniport/gateway'
import { serveHttp } from 'omniport/node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { RedisStores } from '../../packages/redis/src/entries/index.js'
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.js'
import { clientNamed, nextPrefix, openStores } from './support/open-stores.js'
import { hasRedis, type RedisServer, startRedis, until } from './support/redis-server.js'

const secrets = ['a secret that all nodes have: 0123456789abcdef']

interface Node {
  readonly url: string
  readonly server: ReturnType<typeof defineServer>
  close(): Promise<unknown>
}

describe.skipIf(!hasRedis)('two nodes with one Redis', () => {
  let redis: RedisServer
  let proxy: FaultProxy
  let nodes: readonly Node[] = []
  beforeEach(async () => {
    redis = await startRedis()
    proxy = await startFaultProxy(redis.port)
    const prefix = nextPrefix()
    nodes = await Promise.all(
      ['redis', 'ioredis'].map(async (name) => {
        const { stores } = await openStores(clientNamed(name), proxy.port, { prefix, timeoutMs: 500 })
        const server = defineServer(name, stores)
        const { url, close } = await serveHttp(server, { port: 0 })
        return { url, server, close: () => Promise.all([close(), server.close()]) }
      }),
    )
  })
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.close()))
    await proxy.close()
    await redis.kill()
  })

  /** Sends each request to the next node. */
  function roundRobin(targets: readonly { readonly url: string }[] = nodes): typeof fetch {
    let count = 0
    return (input, init) => {
      const asked = new URL(input instanceof Request ? input.url : input)
      const { host } = new URL(targets[count++ % targets.length]?.url ?? '')
      asked.host = host
      return fetch(asked, init)
    }
  }

  const first = () => nodes[0]?.url ?? ''

  test.each(['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const)(
    'any node serves any request of a client of %s',
    async (revision) => {
      const client = await connect(first(), { revision, fetch: roundRobin() })
      const names = []
      for (let call = 0; call < 6; call++) {
        const result = await client.callTool('where', {})
        names.push((result.content[0] as { text: string }).text)
      }
      expect(new Set(names)).toEqual(new Set(['redis', 'ioredis']))
      await client.close()
    },
  )

  test.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)(
    'a question of one node is answered at another, for a client of %s',
    async (revision) => {
      const elicit = () => ({ action: 'accept' as const, content: { name: 'Ada' } })
      const client = await connect(first(), { revision, fetch: roundRobin(), elicit })
      for (let call = 0; call < 4; call++) {
        const { content } = await client.callTool('greet', {})
        expect(content).toEqual([{ type: 'text', text: 'Hello Ada' }])
      }
      await client.close()
    },
  )

  test('a call that a gateway parked is answered at another gateway, in several rounds', async () => {
    let runs = 0
    const upstream = createServer({
      name: 'upstream',
      version: '1.0.0',
      revisions: ['2025-11-25'],
      tools: {
        greet: tool({
          description: 'Asks twice',
          async run(_, ctx) {
            runs += 1
            const first = await ctx.elicit('Who?', z.object({ name: z.string() }))
            const second = await ctx.elicit('Who else?', z.object({ name: z.string() }))
            return `Hello ${first.content?.name} and ${second.content?.name}`
          },
        }),
      },
    })
    const prefix = nextPrefix()
    const gateways = await Promise.all(
      ['redis', 'ioredis'].map(async (name) => {
        const { stores } = await openStores(clientNamed(name), proxy.port, { prefix })
        const gateway = createGateway({ upstreams: { a: { target: upstream, prefix: '' } }, stores, secrets })
        const { url, close } = await serveHttp(gateway, { port: 0 })
        return { url, close: () => Promise.all([close(), gateway.close()]) }
      }),
    )
    const names = ['Ada', 'Bob']
    const elicit = () => ({ action: 'accept' as const, content: { name: names[asked++ % 2] } })
    let asked = 0
    const options = { revision: '2026-07-28', fetch: roundRobin(gateways), elicit } as const
    const client = await connect(gateways[0]?.url ?? '', options)
    for (let call = 1; call <= 3; call++) {
      const { content } = await client.callTool('greet', {})
      expect(content).toEqual([{ type: 'text', text: 'Hello Ada and Bob' }])
      expect(runs).toBe(call)
    }
    await client.close()
    await Promise.all(gateways.map(({ close }) => close()))
    await upstream.close()
  })

  test('a limit per minute is one limit of both nodes', async () => {
    const prefix = nextPrefix()
    const limited = await Promise.all(
      ['redis', 'ioredis'].map(async (name) => {
        const { stores } = await openStores(clientNamed(name), proxy.port, { prefix })
        const use = [limitRate({ perMinute: 5, store: stores.sessions })]
        const server = defineServer(name, stores, use)
        const { url, close } = await serveHttp(server, { port: 0 })
        return { url, close: () => Promise.all([close(), server.close()]) }
      }),
    )
    const client = await connect(limited[0]?.url ?? '', { revision: '2026-07-28', fetch: roundRobin(limited) })
    const calls = await Promise.allSettled(Array.from({ length: 20 }, () => client.callTool('where', {})))
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    await client.close()
    await Promise.all(limited.map(({ close }) => close()))
  })

  test('a session is refused with 503 and Retry-After while Redis is away, and opens when it is back', async () => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    const initialize = () => fetch(first(), { method: 'POST', headers, body })
    proxy.stall()
    const refused = await initialize()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await refused.json()).toMatchObject({
      error: { code: -32603, message: 'The store of this service is not available; try again' },
    })
    proxy.resume()
    await until(async () => (await initialize()).status === 200)
  })

  test('an answer reaches its client after Redis was away for a second', async () => {
    const client = await connect(first(), { revision: '2025-11-25', fetch: roundRobin() })
    await client.callTool('where', {})
    await client.callTool('where', {})
    const slow = client.callTool('slow', {})
    await new Promise((resolve) => setTimeout(resolve, 100))
    proxy.cut({ refuse: true })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    proxy.cut()
    expect((await slow).content).toEqual([{ type: 'text', text: 'done' }])
    await client.close()
  })
})

function defineServer(name: string, stores: RedisStores, use: readonly Middleware[] = []) {
  return createServer({
    name: 'nodes',
    version: '1.0.0',
    stores,
    secrets,
    use,
    logger: { warn() {}, error() {} },
    tools: {
      where: tool({ description: 'Names the node', run: () => name }),
      greet: tool({
        description: 'Asks for a name',
        async run(_, ctx) {
          const { action, content } = await ctx.elicit('Who?', z.object({ name: z.string() }))
          return action === 'accept' ? `Hello ${content.name}` : 'Hello'
        },
      }),
      slow: tool({
        description: 'Takes some time',
        async run(_, ctx) {
          for (let step = 0; step < 6; step++) {
            ctx.progress(step)
            await new Promise((resolve) => setTimeout(resolve, 100))
          }
          return 'done'
        },
      }),
    },
  })
}
