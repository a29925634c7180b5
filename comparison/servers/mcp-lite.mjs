import { InMemoryClientRequestAdapter, InMemorySessionAdapter, McpServer, StreamableHttpTransport } from 'mcp-lite'
import { z } from 'zod'
import { serveFetch } from './serve-fetch.mjs'

const text = (value) => ({ content: [{ type: 'text', text: value }] })
const server = new McpServer({ name: 'compared', version: '1.0.0', schemaAdapter: (schema) => z.toJSONSchema(schema) })
server.tool('add', {
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  outputSchema: z.object({ sum: z.number() }),
  handler: ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
})
server.tool('ask', {
  async handler(_args, ctx) {
    // It refuses a schema of zod here, and takes this one.
    const schema = { type: 'object', properties: { size: { type: 'string', enum: ['S', 'M'] } }, required: ['size'] }
    const { content } = await ctx.elicit({ message: 'Which size?', schema })
    return text(`size ${content?.size}`)
  },
})
server.tool('fail', {
  handler() {
    throw new TypeError('connect ECONNREFUSED db.internal:5432')
  },
})
server.tool('steps', {
  async handler(_args, ctx) {
    for (const progress of [1, 2]) await ctx.progress?.({ progress, total: 2 })
    return text('done')
  },
})
// The context of a handler has no signal.
server.tool('wait', { handler: () => new Promise(() => {}) })
server.tool('stopped', { handler: () => text('false') })
server.resource('note://{id}', { name: 'note' }, (uri, { id }) => ({
  contents: [{ uri: uri.href, text: `note ${id}` }],
}))
server.prompt('greet', {
  arguments: z.object({ name: z.string() }),
  handler: ({ name }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Hello ${name}` } }] }),
})

// There is no transport for stdio.
const transport = new StreamableHttpTransport({
  sessionAdapter: new InMemorySessionAdapter({ maxEventBufferSize: 1024 }),
  clientRequestAdapter: new InMemoryClientRequestAdapter({ defaultTimeoutMs: 30_000 }),
})
if (process.argv[2] === 'stdio') process.exit(1)
else serveFetch(transport.bind(server), Number(process.argv[2]))
