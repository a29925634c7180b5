import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod'
import { HttpTransport } from '@tmcp/transport-http'
import { StdioTransport } from '@tmcp/transport-stdio'
import { McpServer } from 'tmcp'
import { complete, prompt, resource, tool } from 'tmcp/utils'
import { z } from 'zod'
import { serveFetch } from './serve-fetch.mjs'

let stopped = false
const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} }
const server = new McpServer(
  { name: 'compared', version: '1.0.0', description: 'Compared' },
  { adapter: new ZodJsonSchemaAdapter(), capabilities },
)
server.tool(
  {
    name: 'add',
    description: 'Adds',
    schema: z.object({ a: z.number(), b: z.number() }),
    outputSchema: z.object({ sum: z.number() }),
  },
  ({ a, b }) => tool.structured({ sum: a + b }),
)
server.tool({ name: 'ask', description: 'Asks', replayable: true }, async () => {
  const { content } = await server.elicitation('Which size?', z.object({ size: z.enum(['S', 'M']) }))
  return tool.text(`size ${content?.size}`)
})
server.tool({ name: 'fail', description: 'Fails' }, () => {
  throw new TypeError('connect ECONNREFUSED db.internal:5432')
})
server.tool({ name: 'steps', description: 'Reports' }, () => {
  for (const done of [1, 2]) server.progress(done, 2)
  return tool.text('done')
})
server.tool({ name: 'wait', description: 'Waits' }, async () => {
  const { signal } = server.ctx
  stopped = false
  await new Promise((resolve) => signal?.addEventListener('abort', resolve))
  stopped = true
  return tool.text('stopped')
})
server.tool({ name: 'stopped', description: 'Tells' }, () => tool.text(String(stopped)))
server.template({ name: 'note', description: 'A note', uri: 'note://{id}' }, (uri, { id }) =>
  resource.text(uri, `note ${id}`),
)
server.prompt(
  {
    name: 'greet',
    description: 'Greets',
    schema: z.object({ name: z.string() }),
    complete: { name: (typed) => complete.values(['Ada', 'Alan'].filter((each) => each.startsWith(typed))) },
  },
  ({ name }) => prompt.message(`Hello ${name}`),
)

if (process.argv[2] === 'stdio') new StdioTransport(server).listen()
else {
  const transport = new HttpTransport(server, { path: '/mcp' })
  serveFetch(
    async (request) => (await transport.respond(request)) ?? new Response(null, { status: 404 }),
    Number(process.argv[2]),
  )
}
