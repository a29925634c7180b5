import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { McpServer } from '../server/mcp.js'
import { StdioServerTransport } from '../server/stdio.js'
import type { JSONRPCMessage } from '../types.js'
import { ModernPipe } from './modern-pipe.js'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A route to a server over two streams. */
async function create() {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const server = new McpServer({ name: 's', version: '2' })
  server.registerTool('a', {}, () => ({ content: [] }))
  await server.connect(new StdioServerTransport(input, output))
  closers.push(() => server.close())
  const delivered: JSONRPCMessage[] = []
  const pipe = new ModernPipe({
    write: async (message) => void input.write(`${JSON.stringify(message)}\n`),
    deliver: (message) => void delivered.push(message),
    onError() {},
  })
  closers.push(() => pipe.close())
  output.on('data', (chunk) => {
    for (const line of String(chunk).trim().split('\n')) pipe.receive(JSON.parse(line))
  })
  return { pipe, delivered }
}

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
} as const

describe('a pipe', () => {
  test('carries messages in both directions', async () => {
    const { pipe, delivered } = await create()
    await pipe.send(initialize)
    await pipe.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    expect(delivered).toMatchObject([
      { id: 0, result: { serverInfo: { name: 's', version: '2' } } },
      { id: 1, result: { tools: [{ name: 'a' }] } },
    ])
  })

  test('that is closed takes nothing more', async () => {
    const { pipe, delivered } = await create()
    await pipe.send(initialize)
    await pipe.close()
    expect(pipe.receive({ jsonrpc: '2.0', id: 5, result: {} })).toBeUndefined()
    expect(delivered).toHaveLength(1)
  })
})
