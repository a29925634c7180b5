import { afterEach, expect, test, vi } from 'vitest'
import { connect } from '../../packages/omniport/src/client/connect.js'
import { createFetchHandler } from '../../packages/omniport/src/transport/http/create-fetch-handler.js'
import { NodeHttpAdapter } from '../../packages/omniport/src/transport/node/node-http-adapter.js'
import { beginSession, postModern } from '../support/http-client.js'
import { openNode } from '../support/http-shells.js'
import { addCalls, createAddServer } from './add-server.js'
import { countResources } from './count-resources.js'

afterEach(() => {
  vi.restoreAllMocks()
})

const calls = 100

/** Ceilings, not targets: what a request takes may only become less. */
const mostPromises = 25.2
const mostTimers = 1
const mostFrames = 6

test('a request over HTTP is parsed once, and its answer encoded once', async () => {
  await using server = createAddServer()
  await using handle = createFetchHandler(server)
  for (const request of createRequests()) await handle(request)
  const requests = createRequests()
  const parse = vi.spyOn(JSON, 'parse')
  const stringify = vi.spyOn(JSON, 'stringify')
  const statuses: number[] = []
  for (const request of requests) statuses.push((await handle(request)).status)
  expect([parse.mock.calls.length, stringify.mock.calls.length]).toEqual([calls, calls])
  expect(statuses).toEqual(Array(calls).fill(200))
})

test('a request over HTTP makes no more promises and timers than it did', async () => {
  await using server = createAddServer()
  await using handle = createFetchHandler(server)
  for (const request of createRequests()) await handle(request)
  const requests = createRequests()
  const counts = await countResources(async () => {
    for (const request of requests) await handle(request)
  })
  expect((counts.get('PROMISE') ?? 0) / calls).toBeLessThanOrEqual(mostPromises)
  expect((counts.get('Timeout') ?? 0) / calls).toBeLessThanOrEqual(mostTimers)
})

test('a request over HTTP passes few functions between its body and the server', async () => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50
  let stack = ''
  await using handle = createFetchHandler({
    serve: async (message) => {
      stack = new Error().stack ?? ''
      return 'id' in message ? { jsonrpc: '2.0', id: message.id, result: {} } : undefined
    },
  })
  await handle(createRequests()[0] as Request)
  Error.stackTraceLimit = stackTraceLimit
  const frames = stack.split('\n').filter((line) => line.includes('/omniport/src/'))
  expect(frames.length).toBeGreaterThan(0)
  expect(frames.length).toBeLessThanOrEqual(mostFrames)
})

test.each([['2026-07-28'], ['2025-11-25']] as const)('a call over HTTP at %s collects no headers', async (revision) => {
  const headers = vi.spyOn(NodeHttpAdapter.prototype, 'headers', 'get')
  await using server = createAddServer()
  const shell = await openNode(server)
  const params = { name: 'add', arguments: { a: 1, b: 1 } }
  const session = await beginSession(shell)
  headers.mockClear()
  const response =
    revision === '2026-07-28'
      ? await postModern(shell, 'tools/call', params)
      : await session.request('tools/call', params)
  expect((await response.json()).result.content).toEqual([{ type: 'text', text: '2' }])
  await shell.close()
  expect(headers).not.toHaveBeenCalled()
})

test.each([['2026-07-28'], ['2025-11-25']] as const)('a client over HTTP at %s aborts no signal', async (revision) => {
  await using server = createAddServer()
  const shell = await openNode(server)
  const client = await connect(`http://${shell.host}/mcp`, { revision })
  await client.callTool('add', { a: 1, b: 1 })
  const abort = vi.spyOn(AbortController.prototype, 'abort')
  expect((await client.callTool('add', { a: 1, b: 2 })).content).toEqual([{ type: 'text', text: '3' }])
  expect(abort).not.toHaveBeenCalled()
  await client.close()
  await shell.close()
})

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

function createRequests(): Request[] {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'add',
  }
  return addCalls(calls).map(({ params, ...rest }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...rest, params: { ...params, _meta: meta } })
    return new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body })
  })
}
