import { PassThrough, Writable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { McpServer } from '../../packages/sdk/src/server/mcp.js'
import { StdioServerTransport } from '../../packages/sdk/src/server/stdio.js'
import { WebStandardStreamableHTTPServerTransport } from '../../packages/sdk/src/server/webStandardStreamableHttp.js'
import { addCalls } from '../performance/add-server.js'
import { countResources } from '../performance/count-resources.js'

afterEach(() => {
  vi.restoreAllMocks()
})

const calls = 64
const { stringify } = JSON

/** Ceilings, not targets: what a call takes may only become less. */
const mostPromises = { stdio: 11, http: 46 }

test('calls over stdio that come as one chunk are parsed once, encoded once, and answered by one write', async () => {
  const lines = await openLines()
  await lines.call()
  const [parse, encode] = [vi.spyOn(JSON, 'parse'), vi.spyOn(JSON, 'stringify')]
  const before = lines.writes()
  const answers = await lines.call()
  expect([parse.mock.calls.length, encode.mock.calls.length, lines.writes() - before]).toEqual([calls, calls, 1])
  vi.restoreAllMocks()
  const texts = answers.map((line) => JSON.parse(line).result.content[0].text)
  expect(texts).toEqual(addCalls(calls).map(({ id }) => String(id + 1)))
  await lines.close()
})

test('a call over stdio makes no more promises than it did, and no timer', async () => {
  const lines = await openLines()
  await lines.call()
  const counts = await countResources(async () => {
    await lines.call()
  })
  expect(perCall(counts, 'PROMISE')).toBeLessThanOrEqual(mostPromises.stdio)
  expect(perCall(counts, 'Timeout')).toBeLessThanOrEqual(0.1)
  await lines.close()
})

test('a call over HTTP is parsed once and encoded once, and makes no more promises than it did', async () => {
  const { server, handle } = await openHttp()
  for (const request of createRequests()) await handle(request)
  const requests = createRequests()
  const statuses: number[] = []
  const [parse, encode] = [vi.spyOn(JSON, 'parse'), vi.spyOn(JSON, 'stringify')]
  const counts = await countResources(async () => {
    for (const request of requests) statuses.push((await handle(request)).status)
  })
  expect(statuses).toEqual(Array(calls).fill(200))
  expect([parse.mock.calls.length, encode.mock.calls.length]).toEqual([calls, calls])
  expect(perCall(counts, 'PROMISE')).toBeLessThanOrEqual(mostPromises.http)
  // That of the time that a body may take.
  expect(perCall(counts, 'Timeout')).toBeLessThanOrEqual(1)
  await server.close()
})

test('the contexts of handlers, and what they say of an HTTP request, share a hidden class', async () => {
  const seen: object[] = []
  const { server, handle } = await openHttp((extra) => seen.push(extra, extra.requestInfo as object))
  for (const request of createRequests().slice(0, 5)) await handle(request)
  setFlagsFromString('--allow-natives-syntax')
  const isFast = new Function('object', 'return %HasFastProperties(object)')
  setFlagsFromString('--no-allow-natives-syntax')
  expect(seen.map((object) => isFast(object))).toEqual(Array(10).fill(true))
  await server.close()
})

type Look = (extra: { readonly requestInfo?: object | undefined }) => void

function createAddServer(look: Look = () => {}): McpServer {
  const server = new McpServer({ name: 's', version: '1' })
  server.registerTool('add', { inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }, extra) => {
    look(extra)
    return { content: [{ type: 'text', text: String(a + b) }] }
  })
  return server
}

async function openLines() {
  const input = new PassThrough()
  const lines: string[] = []
  let writes = 0
  let onLines = () => {}
  const output = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      writes += 1
      lines.push(...String(chunk).trim().split('\n'))
      done()
      onLines()
    },
  })
  const server = createAddServer()
  await server.connect(new StdioServerTransport(input, output))
  const call = async () => {
    lines.length = 0
    const answered = new Promise<void>((resolve) => {
      onLines = () => lines.length >= calls && resolve()
    })
    // As text made by hand, so that counts of `JSON.stringify` are those of the server.
    input.write(
      addCalls(calls)
        .map((request) => `${stringify({ jsonrpc: '2.0', ...request })}\n`)
        .join(''),
    )
    await answered
    return [...lines]
  }
  return { call, writes: () => writes, close: () => server.close() }
}

async function openHttp(look?: Look) {
  const server = createAddServer(look)
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => 's',
    enableJsonResponse: true,
  })
  await server.connect(transport)
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  await transport.handleRequest(createRequest({ id: 'init', method: 'initialize', params }))
  return { server, handle: (request: Request) => transport.handleRequest(request) }
}

const createRequests = () => addCalls(calls).map(createRequest)

function createRequest(message: object): Request {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-session-id': 's',
  }
  return new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers,
    body: stringify({ jsonrpc: '2.0', ...message }),
  })
}

function perCall(counts: ReadonlyMap<string, number>, type: string): number {
  return (counts.get(type) ?? 0) / calls
}
