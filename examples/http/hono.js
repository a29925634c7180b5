import { Hono } from 'hono'
import { createFetchHandler } from 'omniport/http'
import { server } from './server.js'

const app = new Hono()
const mcp = createFetchHandler(server, { sseEndpoints: true })

for (const path of mcp.paths) app.all(path, (context) => mcp(context.req.raw))
app.get('/', (context) => context.text('An MCP server is at /mcp'))

/** What Bun, Deno, Workers and `@hono/node-server` serve. */
export default app
