import {
  completable,
  createMcpHandler,
  inputRequired,
  inputResponse,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { serveFetch } from './serve-fetch.mjs'

let stopped = false
const text = (value) => ({ content: [{ type: 'text', text: value }] })

function create() {
  const server = new McpServer({ name: 'compared', version: '1.0.0' })
  server.registerTool(
    'add',
    { inputSchema: z.object({ a: z.number(), b: z.number() }), outputSchema: z.object({ sum: z.number() }) },
    ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
  )
  server.registerTool('ask', {}, (ctx) => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'size')
    if (answer.kind === 'elicit') return text(`size ${answer.content?.size}`)
    const requestedSchema = {
      type: 'object',
      properties: { size: { type: 'string', enum: ['S', 'M'] } },
      required: ['size'],
    }
    return inputRequired({ inputRequests: { size: inputRequired.elicit({ message: 'Which size?', requestedSchema }) } })
  })
  server.registerTool('fail', {}, () => {
    throw new TypeError('connect ECONNREFUSED db.internal:5432')
  })
  server.registerTool('steps', {}, async (ctx) => {
    const { progressToken } = ctx.mcpReq._meta ?? {}
    for (const progress of [1, 2]) {
      const params = { progressToken, progress, total: 2 }
      if (progressToken !== undefined) await ctx.mcpReq.notify({ method: 'notifications/progress', params })
    }
    return text('done')
  })
  server.registerTool('wait', {}, async (ctx) => {
    stopped = false
    await new Promise((resolve) => ctx.mcpReq.signal.addEventListener('abort', resolve))
    stopped = true
    return text('stopped')
  })
  server.registerTool('stopped', {}, () => text(String(stopped)))
  server.registerResource('note', new ResourceTemplate('note://{id}', { list: undefined }), {}, (uri, { id }) => ({
    contents: [{ uri: uri.href, text: `note ${id}` }],
  }))
  const name = completable(z.string(), (typed) => ['Ada', 'Alan'].filter((each) => each.startsWith(typed)))
  server.registerPrompt('greet', { argsSchema: z.object({ name }) }, (args) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Hello ${args.name}` } }],
  }))
  return server
}

if (process.argv[2] === 'stdio') serveStdio(create)
else {
  const handler = createMcpHandler(create)
  serveFetch((request) => handler.fetch(request), Number(process.argv[2]))
}
