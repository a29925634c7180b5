// Behaviour of the official SDK that programs rely on, and that the library itself does not have.
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/v4'
import { expectSame, type Package } from '../../test/packages.js'

afterEach(() => {
  vi.useRealTimers()
})

async function open(sdk: Package) {
  const server = new sdk.McpServer({ name: 's', version: '1' })
  server.registerTool('add', { inputSchema: { a: z.number() } }, ({ a }) => ({
    content: [{ type: 'text', text: String(a) }],
  }))
  server.registerTool('slow', {}, async (extra) => {
    const progressToken = extra._meta?.progressToken ?? 0
    setInterval(() => void sendProgress(), 10_000)
    let progress = 0
    async function sendProgress(): Promise<void> {
      progress += 1
      const params = { progressToken, progress }
      await extra.sendNotification({ method: 'notifications/progress', params }).catch(() => {})
    }
    return new Promise(() => {})
  })
  const client = new sdk.Client({ name: 'c', version: '1' })
  const [a, b] = sdk.InMemoryTransport.createLinkedPair()
  await server.connect(b)
  await client.connect(a)
  return { server, client, transport: a, other: b }
}

test('an unknown tool, and arguments that do not fit, are results with isError', async () => {
  const results = await expectSame(async (sdk) => {
    const { client } = await open(sdk)
    const call = (name: string) => client.callTool({ name, arguments: { a: 'x' } })
    return [await call('none'), await call('add')]
  })
  expect(results).toHaveLength(2)
  for (const { isError, content } of results) {
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('MCP error -32602')])
  }
})

test('a server object serves one connection at a time', async () => {
  const error = await expectSame(async (sdk) => {
    const { server } = await open(sdk)
    const [, another] = sdk.InMemoryTransport.createLinkedPair()
    return server.connect(another).catch((reason: Error) => reason.message)
  })
  expect(error).toMatch(/^Already connected to a transport/)
})

test('progress that nobody asked for, and a response to nothing, go to onerror', async () => {
  const errors = await expectSame(async (sdk) => {
    const { client, other } = await open(sdk)
    const seen: string[] = []
    client.onerror = ({ message }) => seen.push(message)
    await other.send({ jsonrpc: '2.0', id: 99, result: {} })
    await other.send({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 'none', progress: 1 },
    })
    await vi.waitFor(() => expect(seen).toHaveLength(2))
    return seen
  })
  expect(errors).toEqual([
    expect.stringMatching(/^Received a response for an unknown message ID/),
    expect.stringMatching(/^Received a progress notification for an unknown token/),
  ])
})

test('a request has 60 seconds, which progress does not restart', async () => {
  const ended = await expectSame(async (sdk) => {
    const { client } = await open(sdk)
    vi.useFakeTimers()
    const steps: number[] = []
    const onprogress = ({ progress }: { progress: number }) => void steps.push(progress)
    const call = client.callTool({ name: 'slow' }, undefined, { onprogress }).catch((reason: unknown) => reason)
    await vi.advanceTimersByTimeAsync(60_000)
    const { code, data } = (await call) as { code: number; data: unknown }
    vi.useRealTimers()
    return { code, data, steps: steps.length >= 5 }
  })
  expect(ended).toEqual({ code: -32001, data: { timeout: 60_000 }, steps: true })
})

test('a session that is initialized refuses to be initialized again', async () => {
  const answered = await expectSame(async (sdk) => {
    const server = new sdk.McpServer({ name: 's', version: '1' })
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => 'one' })
    await server.connect(transport)
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
    const send = async () => {
      const response = await transport.handleRequest(
        new Request('http://localhost/mcp', {
          method: 'POST',
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
          headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
        }),
      )
      return [response.status, response.status === 400 ? await response.json() : undefined]
    }
    const both = [await send(), await send()]
    await server.close()
    return both
  })
  expect(answered[1]).toMatchObject([400, { error: { message: expect.stringContaining('already initialized') } }])
})
