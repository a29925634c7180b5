import { z } from 'zod'
import { descriptions, listedTools } from './settings.mjs'

const inputSchema = { a: z.number(), b: z.number() }
const echoed = { text: z.string() }

/** A server of the class of the first major version of the official SDK, which wants one for each connection. */
export function defineSdkV1(McpServer, listed = 0) {
  const server = new McpServer({ name: 'bench', version: '1.0.0' })
  const text = (value) => ({ content: [{ type: 'text', text: value }] })
  server.registerTool('add', { description: descriptions.add, inputSchema }, ({ a, b }) => text(String(a + b)))
  server.registerTool('echo', { description: descriptions.echo, inputSchema: echoed }, (args) => text(args.text))
  for (const name of listedTools(listed)) {
    server.registerTool(name, { description: descriptions.listed, inputSchema }, () => text(''))
  }
  return server
}
