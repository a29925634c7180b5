// Prints what the notes of docs/comparison.md say of other libraries. No port is opened: the client calls the handlers.
import * as sdk from '@modelcontextprotocol/server'
import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod'
import * as redis from '@tmcp/session-manager-redis'
import { HttpTransport } from '@tmcp/transport-http'
import { InMemoryClientRequestAdapter, InMemorySessionAdapter, McpServer, StreamableHttpTransport } from 'mcp-lite'
import { connect, textOf } from 'omniport/client'
import { McpServer as TmcpServer } from 'tmcp'
import { tool } from 'tmcp/utils'
import { z } from 'zod'

const size = z.object({ size: z.enum(['S', 'M']) })
const text = (value) => ({ content: [{ type: 'text', text: value }] })

/** What the tool `ask` answers over HTTP, to a client that answers M. */
async function ask(handle, revision) {
  const elicit = () => ({ action: 'accept', content: { size: 'M' } })
  const fetch = (address, init) => handle(new Request(address, init))
  try {
    const client = await connect('http://localhost/mcp', { fetch, revision, elicit, timeoutMs: 10_000 })
    return textOf(await client.callTool('ask', {}, { timeoutMs: 10_000 }))
  } catch (error) {
    return `${error.name}: ${error.message}`
  }
}

/** SDK v2: a transport for each session, which the program keeps. */
function keepSessions() {
  const sessions = new Map()
  return async (request) => {
    const known = sessions.get(request.headers.get('mcp-session-id'))
    if (known !== undefined) return known.handleRequest(request)
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    const server = new sdk.McpServer({ name: 'compared', version: '1.0.0' })
    server.registerTool('ask', {}, (ctx) => {
      const answer = sdk.inputResponse(ctx.mcpReq.inputResponses, 'size')
      if (answer.kind === 'elicit') return text(`size ${answer.content?.size}`)
      const requestedSchema = { type: 'object', properties: { size: { type: 'string' } }, required: ['size'] }
      const elicit = sdk.inputRequired.elicit({ message: 'Which size?', requestedSchema })
      return sdk.inputRequired({ inputRequests: { size: elicit } })
    })
    await server.connect(transport)
    return transport.handleRequest(request)
  }
}

/** mcp-lite: the tool gives a schema of zod to `elicit`, with the adapter for tools. */
function askWithZod() {
  const server = new McpServer({
    name: 'compared',
    version: '1.0.0',
    schemaAdapter: (schema) => z.toJSONSchema(schema),
  })
  server.tool('ask', {
    async handler(_args, ctx) {
      const { content } = await ctx.elicit({ message: 'Which size?', schema: size })
      return text(`size ${content?.size}`)
    },
  })
  const transport = new StreamableHttpTransport({
    sessionAdapter: new InMemorySessionAdapter({ maxEventBufferSize: 1024 }),
    clientRequestAdapter: new InMemoryClientRequestAdapter({ defaultTimeoutMs: 30_000 }),
  })
  return transport.bind(server)
}

/** tmcp: the tool asks, with or without `replayable: true`. */
function askTmcp(more) {
  const adapter = new ZodJsonSchemaAdapter()
  const server = new TmcpServer({ name: 'compared', version: '1.0.0' }, { adapter, capabilities: { tools: {} } })
  server.tool({ name: 'ask', description: 'Asks', ...more }, async () => {
    const { content } = await server.elicitation('Which size?', size)
    return tool.text(`size ${content?.size}`)
  })
  const transport = new HttpTransport(server, { path: '/mcp' })
  return async (request) => (await transport.respond(request)) ?? new Response(null, { status: 404 })
}

for (const revision of ['2025-06-18', '2025-11-25'])
  console.log(`(a) SDK v2, a transport for each session, ${revision}:`, await ask(keepSessions(), revision))
console.log('(b) mcp-lite, a schema of zod:', await ask(askWithZod(), '2025-06-18'))
for (const more of [{}, { replayable: true }])
  console.log(`(c) tmcp, 2026-07-28, ${JSON.stringify(more)}:`, await ask(askTmcp(more), '2026-07-28'))
console.log(
  '(e) SDK v2 exports',
  Object.keys(sdk).filter((name) => /^validate(Host|Origin)Header$/.test(name)),
)
console.log('(f) @tmcp/session-manager-redis exports', Object.keys(redis))
process.exit()
