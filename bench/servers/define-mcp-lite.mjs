import { McpServer } from 'mcp-lite'
import { z } from 'zod'
import { descriptions, listedTools } from './settings.mjs'

/** The server of mcp-lite. */
export function defineMcpLite(listed = 0) {
  const server = new McpServer({ name: 'bench', version: '1.0.0', schemaAdapter: (schema) => z.toJSONSchema(schema) })
  const inputSchema = z.object({ a: z.number(), b: z.number() })
  const echoed = z.object({ text: z.string() })
  const text = (value) => ({ content: [{ type: 'text', text: value }] })
  const add = ({ a, b }) => text(String(a + b))
  server.tool('add', { description: descriptions.add, inputSchema, handler: add })
  server.tool('echo', { description: descriptions.echo, inputSchema: echoed, handler: (args) => text(args.text) })
  for (const name of listedTools(listed)) {
    server.tool(name, { description: descriptions.listed, inputSchema, handler: () => text('') })
  }
  return server
}
