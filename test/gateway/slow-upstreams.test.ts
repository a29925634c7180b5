import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { type Client, connect } from 'omniport/client'
import { createGateway, type Upstreams } from 'omniport/gateway'
import { expect, onTestFinished, test } from 'vitest'
import { expectNoChildren } from '../faults/no-children.js'
import { outcomeOf } from '../faults/outcome.js'
import { createRecordingLogger } from '../support/recording-logger.js'
import { servedUpstream } from './served-upstream.js'

expectNoChildren()

const hanging = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] }

test('one that hangs at its start and one that refuses GET delay no other: its slowest calls take as long as without them', async () => {
  const refusing = await servePosts()
  const good = { target: servedUpstream('good'), prefix: 'good' }
  const alone = await open({ good })
  const beside = await open({ hanging, refusing: refusing.url, good })
  await Promise.all([alone, beside].map(({ client }) => client.listTools()))
  const added: number[] = []
  for (let round = 0; round < 5; round += 1) added.push(await addedDelay(alone.client, beside.client))
  expect(beside.gateway.status()[0]?.state).toBe('connecting')
  expect(added.toSorted((a, b) => a - b)[2]).toBeLessThan(20) // the median: machines have other work

  expect(await outcomeOf(beside.client.callTool('refusing__add', {}))).toMatchObject({ value: { content: [] } })
  expect(refusing.methods.filter((method) => method === 'initialize')).toEqual(['initialize'])
  expect(refusing.methods.filter((method) => method === 'GET').length).toBeLessThanOrEqual(1)
})

test('a command that is missing, or ends at once, is an error with its last words, and not one of time', async () => {
  const ending = { command: process.execPath, args: ['-e', 'console.error("no licence found"); process.exit(3)'] }
  const { client } = await open({ missing: { command: 'not-a-command-of-anyone' }, ending })
  for (const [name, words] of [
    ['missing', 'not-a-command-of-anyone'],
    ['ending', 'no licence found'],
  ] as const) {
    const outcome = await outcomeOf(client.request('tools/call', { name: `${name}__any` }))
    expect(outcome).toMatchObject({ code: -32_603, message: expect.stringContaining(words) })
    expect(outcome).toMatchObject({ message: expect.stringContaining(`"${name}"`) })
  }
})

async function open(upstreams: Upstreams) {
  const gateway = createGateway({ upstreams, logger: createRecordingLogger() })
  const client: Client = await connect(gateway, { revision: '2025-11-25' })
  onTestFinished(async () => {
    await client.close()
    await gateway.close()
  })
  return { gateway, client }
}

/** How much longer the slowest of some calls take beside other upstreams. */
async function addedDelay(alone: Client, beside: Client): Promise<number> {
  const delays = { alone: [] as number[], beside: [] as number[] }
  for (let count = 0; count < 100; count += 1) {
    delays.alone.push(await delayOf(alone))
    delays.beside.push(await delayOf(beside))
  }
  return slowest(delays.beside) - slowest(delays.alone)
}

async function delayOf(client: Client): Promise<number> {
  const sinceMs = performance.now()
  await client.callTool('good__echo', { text: 'x' })
  return performance.now() - sinceMs
}

/** The 99th percentile of a hundred. */
function slowest(delays: readonly number[]): number {
  return delays.toSorted((a, b) => a - b)[98] ?? 0
}

/** A server of 2025-11-25 without sessions and streams: it has nothing for a GET. */
async function servePosts() {
  const methods: string[] = []
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') {
      methods.push(String(request.method))
      response.writeHead(405).end()
      return
    }
    const { id, method } = JSON.parse(await textOf(request)) as { readonly id?: number; readonly method: string }
    methods.push(method)
    const result = results[method]
    if (id === undefined) response.writeHead(202).end()
    else {
      const error = { code: -32_601, message: 'Method not found' }
      const answer = { jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, methods }
}

const results: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'posts', version: '1' },
  },
  'tools/list': { tools: [{ name: 'add', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [] },
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
