import { expect, test } from 'vitest'
import { z } from 'zod'
import { Client } from '../client/index.js'
import { InMemoryTransport } from '../inMemory.js'
import { McpServer } from '../server/mcp.js'

test('a function in the place of validateToolInput checks the arguments of all tools', async () => {
  const server = new McpServer({ name: 's', version: '1' })
  server.registerTool('double', { inputSchema: { n: z.number() } }, ({ n }) => ({
    content: [{ type: 'text', text: `${2 * n}` }],
  }))
  const hooked = server as unknown as { validateToolInput(tool: object, args: unknown, name: string): Promise<unknown> }
  const original = hooked.validateToolInput.bind(server)
  hooked.validateToolInput = async (tool, args, name) => {
    try {
      return await original(tool, args, name)
    } catch {
      throw new Error(`${name} wants a number`)
    }
  }
  const [near, far] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'c', version: '1' })
  await Promise.all([server.connect(far), client.connect(near)])
  const textOf = async (n: unknown) => (await client.callTool({ name: 'double', arguments: { n } })).content
  expect(await textOf(2)).toEqual([{ type: 'text', text: '4' }])
  expect(await textOf('x')).toEqual([{ type: 'text', text: 'double wants a number' }])
  await client.close()
})
