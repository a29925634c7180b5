import { FastMCP } from 'fastmcp'
import { z } from 'zod'

let stopped = false
const server = new FastMCP({ name: 'compared', version: '1.0.0' })
server.addTool({
  name: 'add',
  parameters: z.object({ a: z.number(), b: z.number() }),
  outputSchema: z.object({ sum: z.number() }),
  execute: async ({ a, b }) => ({ sum: a + b }),
})
server.addTool({
  name: 'ask',
  async execute(_args, { elicit }) {
    const requestedSchema = {
      type: 'object',
      properties: { size: { type: 'string', enum: ['S', 'M'] } },
      required: ['size'],
    }
    const { content } = await elicit({ message: 'Which size?', requestedSchema })
    return `size ${content?.size}`
  },
})
server.addTool({
  name: 'fail',
  async execute() {
    throw new TypeError('connect ECONNREFUSED db.internal:5432')
  },
})
server.addTool({
  name: 'steps',
  async execute(_args, { reportProgress }) {
    for (const progress of [1, 2]) await reportProgress({ progress, total: 2 })
    return 'done'
  },
})
server.addTool({
  name: 'wait',
  async execute(_args, { signal }) {
    stopped = false
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    stopped = true
    return 'stopped'
  },
})
server.addTool({ name: 'stopped', execute: async () => String(stopped) })
server.addResourceTemplate({
  uriTemplate: 'note://{id}',
  name: 'note',
  arguments: [{ name: 'id', required: true }],
  load: async ({ id }) => ({ text: `note ${id}` }),
})
server.addPrompt({
  name: 'greet',
  arguments: [
    {
      name: 'name',
      required: true,
      complete: async (typed) => ({ values: ['Ada', 'Alan'].filter((each) => each.startsWith(typed)) }),
    },
  ],
  load: async ({ name }) => `Hello ${name}`,
})

if (process.argv[2] === 'stdio') await server.start({ transportType: 'stdio' })
else
  await server.start({ transportType: 'httpStream', httpStream: { port: Number(process.argv[2]), host: '127.0.0.1' } })
