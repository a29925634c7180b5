import { type Client, connect } from 'omniport/client'
import { createGateway } from 'omniport/gateway'
import { serveHttp } from 'omniport/node'
import { expect, test } from 'vitest'
import { createCrossingServer } from '../crossing/crossing-server.js'
import { createCountedRuntime } from '../faults/counted-runtime.js'
import { children, expectNoChildren } from '../faults/no-children.js'
import { createRecordingLogger } from '../support/recording-logger.js'
import { pidsOf, servedUpstream } from './served-upstream.js'

expectNoChildren()

const rounds = 50
const atOnce = 10

test('of 500 clients that come and go, half of them without a word, nothing is left', async () => {
  const runtime = createCountedRuntime()
  const upstream = await serveHttp(createCrossingServer('2025-11-25'), { port: 0 })
  const gateway = createGateway({
    upstreams: {
      shared: { target: servedUpstream('shared'), isolation: 'shared' },
      own: { target: upstream.url, isolation: 'session' },
    },
    limits: { callsPerMinute: 1_000_000, sessionIdleMs: 3_000, upstreamIdleMs: 1_000 },
    runtime,
    logger: createRecordingLogger(),
  })
  const served = await serveHttp(gateway, { port: 0, answers: 'json' })
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(Array.from({ length: atOnce }, (_, at) => (at % 2 === 0 ? leave(served.url) : drop(served.url))))
  }
  expect(pidsOf('shared').length).toBe(1)
  await expect.poll(() => gateway.status().map(({ connections }) => connections), { timeout: 20_000 }).toEqual([0, 0])
  await expect.poll(() => children(), { timeout: 20_000 }).toEqual([])
  await served.close()
  await gateway.close()
  await upstream.close()
  expect(runtime.timers).toBeLessThanOrEqual(1) // the one by which stored events of streams expire
}, 120_000)

/** Comes, calls both upstreams, and says good-bye. */
async function leave(url: string): Promise<void> {
  const client: Client = await connect(url, { revision: '2025-11-25' })
  await client.callTool('shared__echo', { text: 'x' })
  await client.callTool('own__add', { a: 1, b: 2 })
  await client.close()
}

/** Begins a session and a call, and is gone while that runs. Legacy calls run on without their client. */
async function drop(url: string): Promise<void> {
  const post = (message: object, session: object, signal?: AbortSignal) =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...session,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      ...(signal !== undefined && { signal }),
    })
  const clientInfo = { name: 'drops', version: '1' }
  const offer = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const begun = await post({ id: 1, method: 'initialize', params: offer }, {})
  await begun.text()
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
  await (await post({ method: 'notifications/initialized' }, session)).text()
  const controller = new AbortController()
  const call = post(
    { id: 2, method: 'tools/call', params: { name: 'shared__echo', arguments: {} } },
    session,
    controller.signal,
  )
  const params = { name: 'own__add', arguments: { a: 1, b: 1 } }
  await (await post({ id: 3, method: 'tools/call', params }, session)).text()
  controller.abort()
  await call.catch(() => {}) // it may have been answered already
}
