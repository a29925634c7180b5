import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { defineSdkV1 } from '../servers/define-sdk-v1.mjs'

export async function open() {
  const [here, there] = InMemoryTransport.createLinkedPair()
  await defineSdkV1(McpServer).connect(there)
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(here)
  return { call: async (a) => (await client.callTool({ name: 'add', arguments: { a, b: 0.5 } })).content[0].text }
}
