import { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { descriptions, listedTools } from './settings.mjs'

const inputSchema = z.object({ a: z.number(), b: z.number() })
const echoed = z.object({ text: z.string() })

/** The server of the second major version of the official SDK, which wants one for each connection or request. */
export function defineSdkV2(listed = 0) {
  const server = new McpServer({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } })
  const text = (value) => ({ content: [{ type: 'text', text: value }] })
  server.registerTool('add', { description: descriptions.add, inputSchema }, ({ a, b }) => text(String(a + b)))
  server.registerTool('echo', { description: descriptions.echo, inputSchema: echoed }, (args) => text(args.text))
  for (const name of listedTools(listed)) {
    server.registerTool(name, { description: descriptions.listed, inputSchema }, () => text(''))
  }
  return server
}
