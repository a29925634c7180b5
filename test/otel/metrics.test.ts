import { createServer, type Middleware, RpcError, tool } from 'omniport'
import { connect } from 'omniport/client'
import { serveHttp } from 'omniport/node'
import { expect, test } from 'vitest'
import { record } from './support/recorded.js'

/** Calls tools over HTTP, and ends everything. */
async function callOverHttp(revision: '2025-11-25' | '2026-07-28') {
  const server = createServer({ name: 'measured', version: '1', tools: { work: tool({ run: () => 'done' }) } })
  const { url, close } = await serveHttp(server, { port: 0 })
  const client = await connect(url, { revision })
  await client.callTool('work', {})
  await client.callTool('work', {})
  const failing = [client.callTool('made-up', {}), client.callTool('another', {}), client.request('no/such', {})]
  const failures = [-32602, -32602, -32601].map((code) => ({ status: 'rejected', reason: { code } }))
  expect(await Promise.allSettled(failing)).toMatchObject(failures)
  await client.close()
  await close()
  await server.close()
  return new URL(url)
}

const http = { 'network.transport': 'tcp', 'network.protocol.name': 'http' }

test('calls are measured on both sides, in seconds, with names that are known', async () => {
  const recorded = record()
  const url = await callOverHttp('2026-07-28')
  const metrics = await recorded.metrics()
  const server = metrics.get('mcp.server.operation.duration') ?? []
  const common = { 'mcp.protocol.version': '2026-07-28', ...http }
  const call = { ...common, 'mcp.method.name': 'tools/call', 'gen_ai.operation.name': 'execute_tool' }
  const unknown = { ...call, 'rpc.response.status_code': '-32602' }
  const points = server.map(({ attributes, count }) => [attributes, count])
  expect(points).toContainEqual([{ ...call, 'gen_ai.tool.name': 'work' }, 2])
  expect(points).toContainEqual([unknown, 2])
  expect(points).toContainEqual([{ ...common, 'mcp.method.name': '_OTHER', 'rpc.response.status_code': '-32601' }, 1])
  expect(server[0]).toMatchObject({
    unit: 's',
    boundaries: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
  })
  const client = metrics.get('mcp.client.operation.duration') ?? []
  const address = { 'server.address': url.hostname, 'server.port': Number(url.port) }
  expect(client.map(({ attributes, count }) => [attributes, count])).toContainEqual([
    { ...call, ...address, 'gen_ai.tool.name': 'work' },
    2,
  ])
  expect([...metrics.keys()].sort()).toEqual(['mcp.client.operation.duration', 'mcp.server.operation.duration'])
})

test('a session of a legacy revision is measured on both sides', async () => {
  const recorded = record()
  const url = await callOverHttp('2025-11-25')
  const metrics = await recorded.metrics()
  const session = { 'mcp.protocol.version': '2025-11-25', 'network.protocol.name': 'http' }
  const pointsOf = (name: string) => metrics.get(name)?.map(({ attributes, count, unit }) => [attributes, count, unit])
  expect(pointsOf('mcp.server.session.duration')).toEqual([[session, 1, 's']])
  const address = { 'server.address': url.hostname, 'server.port': Number(url.port) }
  expect(pointsOf('mcp.client.session.duration')).toEqual([[{ ...session, ...address }, 1, 's']])
})

test('names that middleware refuses before anybody looks for them make no time series', async () => {
  const recorded = record()
  const refuse: Middleware = (next) => (message, exchange) => {
    if (message.method === 'server/discover') return next(message, exchange)
    throw new RpcError(429, 'Not now')
  }
  const server = createServer({
    name: 'busy',
    version: '1',
    tools: { work: tool({ run: () => 'done' }) },
    use: [refuse],
  })
  const client = await connect(server, { revision: '2026-07-28' })
  const failing = [client.request('no/such', {}), client.request('tools/call', { name: 'made-up' })]
  const refused = { status: 'rejected', reason: { code: 429 } }
  expect(await Promise.allSettled(failing)).toMatchObject([refused, refused])
  await client.close()
  await server.close()
  const served = (await recorded.metrics()).get('mcp.server.operation.duration') ?? []
  const names = served.map(({ attributes }) => [attributes['mcp.method.name'], attributes['gen_ai.tool.name']])
  expect(names).toEqual([
    ['server/discover', undefined],
    ['_OTHER', undefined],
    ['tools/call', undefined],
  ])
})
