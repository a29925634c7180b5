import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod'
import { McpServer } from 'tmcp'
import { z } from 'zod'
import { descriptions, listedTools } from './settings.mjs'

/** The server of tmcp. */
export function defineTmcp(listed = 0) {
  const options = { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: { listChanged: true } } }
  const server = new McpServer({ name: 'bench', version: '1.0.0' }, options)
  const schema = z.object({ a: z.number(), b: z.number() })
  const echoed = z.object({ text: z.string() })
  const text = (value) => ({ content: [{ type: 'text', text: value }] })
  server.tool({ name: 'add', description: descriptions.add, schema }, ({ a, b }) => text(String(a + b)))
  server.tool({ name: 'echo', description: descriptions.echo, schema: echoed }, (args) => text(args.text))
  for (const name of listedTools(listed)) {
    server.tool({ name, description: descriptions.listed, schema }, () => text(''))
  }
  return server
}
