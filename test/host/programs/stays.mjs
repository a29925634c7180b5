// A server that goes on when nobody is there any more: it ends neither with its input nor when it is asked to.
import process from 'node:process'
import { Server } from 'mcp-sdk-2024/server/index.js'
import { StdioServerTransport } from 'mcp-sdk-2024/server/stdio.js'
import { ListToolsRequestSchema } from 'mcp-sdk-2024/types.js'

const server = new Server({ name: 'stays', version: '1.0.0' }, { capabilities: { tools: {} } })
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [] }))
await server.connect(new StdioServerTransport())
process.on('SIGTERM', () => {})
setInterval(() => {}, 60_000)
