import { InMemoryTransport } from '@tmcp/transport-in-memory'
import { defineTmcp } from '../servers/define-tmcp.mjs'

export async function open() {
  const client = new InMemoryTransport(defineTmcp()).stateless()
  return { call: async (a) => (await client.callTool('add', { a, b: 0.5 })).content[0].text }
}
