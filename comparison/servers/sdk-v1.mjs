import { randomUUID } from 'node:crypto'
import { completable } from '@modelcontextprotocol/sdk/server/completable.js'
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'

let stopped = false
const text = (value) => ({ content: [{ type: 'text', text: value }] })

function create() {
  const server = new McpServer({ name: 'compared', version: '1.0.0' })
  server.registerTool(
    'add',
    { inputSchema: { a: z.number(), b: z.number() }, outputSchema: { sum: z.number() } },
    ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
  )
  server.registerTool('ask', {}, async () => {
    const requestedSchema = {
      type: 'object',
      properties: { size: { type: 'string', enum: ['S', 'M'] } },
      required: ['size'],
    }
    const { content } = await server.server.elicitInput({ message: 'Which size?', requestedSchema })
    return text(`size ${content?.size}`)
  })
  server.registerTool('fail', {}, () => {
    throw new TypeError('connect ECONNREFUSED db.internal:5432')
  })
  server.registerTool('steps', {}, async ({ _meta, sendNotification }) => {
    for (const progress of [1, 2]) {
      const params = { progressToken: _meta?.progressToken, progress, total: 2 }
      if (_meta?.progressToken !== undefined) await sendNotification({ method: 'notifications/progress', params })
    }
    return text('done')
  })
  server.registerTool('wait', {}, async ({ signal }) => {
    stopped = false
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    stopped = true
    return text('stopped')
  })
  server.registerTool('stopped', {}, () => text(String(stopped)))
  server.registerResource('note', new ResourceTemplate('note://{id}', { list: undefined }), {}, (uri, { id }) => ({
    contents: [{ uri: uri.href, text: `note ${id}` }],
  }))
  const name = completable(z.string(), (typed) => ['Ada', 'Alan'].filter((each) => each.startsWith(typed)))
  server.registerPrompt('greet', { argsSchema: { name } }, (args) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Hello ${args.name}` } }],
  }))
  return server
}

if (process.argv[2] === 'stdio') await create().connect(new StdioServerTransport())
else {
  const app = createMcpExpressApp()
  const sessions = new Map()
  app.all('/mcp', async (request, response) => {
    let transport = sessions.get(request.headers['mcp-session-id'])
    if (transport === undefined) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => sessions.set(id, transport),
      })
      await create().connect(transport)
    }
    await transport.handleRequest(request, response, request.body)
  })
  app.listen(Number(process.argv[2]), '127.0.0.1')
}
