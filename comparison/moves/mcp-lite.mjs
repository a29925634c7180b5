import { McpServer, StreamableHttpTransport } from 'mcp-lite'
import { z } from 'zod'

const notes = new Map([['milk', 'Two litres']])
const server = new McpServer({
  name: 'notes',
  version: '1.0.0',
  schemaAdapter: (schema) => z.toJSONSchema(schema),
})

server.use(async (ctx, next) => {
  ctx.state.started = Date.now()
  await next()
})

server.tool('count_words', {
  description: 'Counts the words of a note',
  inputSchema: z.object({ id: z.string() }),
  outputSchema: z.object({ words: z.number() }),
  handler({ id }, ctx) {
    const text = notes.get(id)
    if (text === undefined) return { isError: true, content: [{ type: 'text', text: `There is no note ${id}` }] }
    ctx.progress?.({ progress: 1, total: 1 })
    const words = text.split(' ').length
    return { content: [{ type: 'text', text: String(words) }], structuredContent: { words } }
  },
})

server.resource('note://{id}', { name: 'note', mimeType: 'text/plain' }, (uri, { id }) => ({
  contents: [{ uri: uri.href, text: notes.get(id), mimeType: 'text/plain' }],
}))

server.prompt('shorten', {
  description: 'Asks for a shorter note',
  arguments: z.object({ id: z.string() }),
  handler: ({ id }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Shorten this: ${notes.get(id)}` } }],
  }),
})

const transport = new StreamableHttpTransport()
export default { fetch: transport.bind(server) }
