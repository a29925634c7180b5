import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import type { Client } from 'mcp-sdk-current/client'
import { tool } from 'omniport'
import { type ServedHttp, serveHttp } from 'omniport/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Sdk1Release, sdk1Releases } from '../drivers/sdk-1-releases.js'
import { type HttpWire, tapHttp } from '../http-wire.js'
import { createOurServer } from '../programs/create-our-server.mjs'
import { assertValid, revisionOf } from '../wire.js'

const [oldest, ...streamable] = sdk1Releases.map((release) => [release.name, release] as const)
const [, current] = streamable.at(-1) as [string, Sdk1Release]

let served: ServedHttp
let wire: HttpWire
let witnessWire: HttpWire
let witness: Client

beforeEach(async () => {
  const server = createOurServer()
  server.tools.set('leave', tool({ run: leave }))
  served = await serveHttp(server, { port: 0 })
  wire = await tapHttp(served.url)
  witnessWire = await tapHttp(served.url)
  witness = (await connect(current, undefined, witnessWire)).client
})

afterEach(async () => {
  await witness.close()
  await witnessWire.close()
  await wire.close()
  await served.close()
  for (const tapped of [wire, witnessWire]) assertValid(tapped.messages, revisionOf(tapped))
})

test.each(streamable)('the client of SDK %s ends its session', async (_name, release) => {
  const { client, transport } = await connect(release)
  const id = transport.sessionId as string
  expect(await statusOfPing(id)).toBe(200)
  await transport.terminateSession()
  expect([transport.sessionId, await statusOfPing(id)]).toEqual([undefined, 404])
  await client.close()
})

test.each([
  [oldest?.[0], async () => (await connect(oldest?.[1] as Sdk1Release)).client],
  ['2.4.0', () => connect2('auto')],
])('the calls of the client of SDK %s end with their connection', async (_name, open) => {
  const client = await open()
  const lost = client.callTool({ name: 'wait', arguments: { key: 'lost' } }).catch(() => 'rejected')
  expect(await notify('started', 'lost')).toBe('started')
  await client.close()
  expect([await lost, await notify('cancelled', 'lost')]).toEqual(['rejected', 'cancelled'])
})

test.each(streamable)('the calls of the client of SDK %s outlive their connection', async (_name, release) => {
  const first = await connect(release)
  const resumptionToken = await new Promise<string>((onresumptiontoken) => {
    const params = { name: 'count', arguments: { key: 'outlives', to: 3 } }
    first.client.callTool(params, undefined, { onresumptiontoken, onprogress: () => {} }).catch(() => {}) // closed below
  })
  await first.client.close()
  const second = await connect(release, { sessionId: first.transport.sessionId as string })
  const result = second.client.callTool({ name: 'is resumed' }, undefined, { resumptionToken })
  expect(await notify('received', 'outlives')).toBe('received')
  expect(await result).toEqual({ content: [{ type: 'text', text: 'counted to 3' }] })
  await second.client.close()
})

test.each([
  ['1.32.2', async (options: Fetching) => (await connect(current, options)).client],
  ['2.4.0', (options: Fetching) => connect2('legacy', options)],
])('the client of SDK %s comes back for an answer when it is told to', async (_name, open) => {
  const resumed: unknown[] = []
  const client = await open({
    fetch: (url, init) => {
      if (new Headers(init?.headers).has('last-event-id')) resumed.push(init?.method)
      return fetch(url, init)
    },
  })
  const { content } = await client.callTool({ name: 'leave' })
  expect([content, resumed]).toEqual([[{ type: 'text', text: 'still here' }], ['GET']])
  await client.close()
})

interface Fetching {
  readonly fetch: typeof fetch
}

/** Lets the client go, which is to come back. */
function leave(_args: object, ctx: { readonly disconnect: (options: { retryMs: number }) => void }): string {
  ctx.disconnect({ retryMs: 1 })
  return 'still here'
}

async function connect(
  { load }: Sdk1Release,
  options?: Fetching | { readonly sessionId: string },
  through: HttpWire = wire,
) {
  const { Client, openTransport } = await load()
  const client = new Client({ name: 'sdk', version: '1.0.0' })
  const transport = openTransport(new URL(through.url), options)
  await client.connect(transport)
  return { client, transport }
}

async function connect2(mode: 'auto' | 'legacy', options?: Fetching): Promise<Client2> {
  const client = new Client2({ name: 'sdk', version: '2.0.0' }, { versionNegotiation: { mode } })
  await client.connect(new Transport2(new URL(wire.url), options))
  return client
}

/** What another client hears of a call. */
async function notify(name: 'started' | 'cancelled' | 'received', key: string): Promise<unknown> {
  const { content } = await witness.callTool({ name, arguments: { key } })
  const [{ text }] = content as readonly [{ readonly text: unknown }]
  return text
}

async function statusOfPing(session: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-session-id': session,
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const response = await fetch(served.url, { method: 'POST', headers, body })
  await response.text()
  return response.status
}
