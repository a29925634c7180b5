import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../connect.js'
import { type Arrived, listen, sendJson } from '../fixtures/listen.js'

const results: ReadonlyMap<string | undefined, object> = new Map([
  [
    'initialize',
    { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } },
  ],
  ['tools/call', { content: [] }],
])

/** Answers posts as a server with sessions; `onGet` gets the request for the stream. */
async function start(onGet: (response: ServerResponse) => void) {
  const arrivals: unknown[] = []
  const server = await listen(({ request, message }: Arrived, response) => {
    arrivals.push(message.method ?? request.method)
    const result = results.get(message.method)
    if (request.method === 'GET') onGet(response)
    else if (result === undefined) response.writeHead(202).end()
    else sendJson(response, { jsonrpc: '2.0', id: message.id, result })
  })
  onTestFinished(() => server.close())
  return { server, arrivals }
}

test('the stream is asked for before the first request, so that a server can ask back on it', async () => {
  const { server, arrivals } = await start((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  })
  for (let round = 0; round < 10; round += 1) {
    arrivals.length = 0
    const client = await connect(server.url, { revision: '2025-11-25' })
    await client.callTool('x', {})
    await client.close()
    expect(arrivals.slice(0, 4)).toEqual(['initialize', 'notifications/initialized', 'GET', 'tools/call'])
  }
})

test('a server that holds back its reply to the stream delays no request', async () => {
  const { server } = await start(() => {})
  const client = await connect(server.url, { revision: '2025-11-25' })
  expect(await client.callTool('x', {})).toEqual({ content: [] })
  await client.close()
})
