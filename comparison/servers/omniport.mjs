import { createServer, prompt, resource, tool } from 'omniport'
import { z } from 'zod'

let stopped = false
const tools = {
  add: tool({
    input: z.object({ a: z.number(), b: z.number() }),
    output: z.object({ sum: z.number() }),
    run: ({ a, b }) => ({ sum: a + b }),
  }),
  ask: tool({
    async run(_args, ctx) {
      const { content } = await ctx.elicit('Which size?', z.object({ size: z.enum(['S', 'M']) }))
      return `size ${content?.size}`
    },
  }),
  fail: tool({
    run() {
      throw new TypeError('connect ECONNREFUSED db.internal:5432')
    },
  }),
  steps: tool({
    run(_args, ctx) {
      ctx.progress(1, 2)
      ctx.progress(2, 2)
      return 'done'
    },
  }),
  wait: tool({
    async run(_args, ctx) {
      stopped = false
      await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
      stopped = true
      return 'stopped'
    },
  }),
  stopped: tool({ run: () => String(stopped) }),
}
const server = createServer({
  name: 'compared',
  version: '1.0.0',
  tools,
  resources: { note: resource({ uri: 'note://{id}', read: ({ id }) => `note ${id}` }) },
  prompts: {
    greet: prompt({
      arguments: z.object({ name: z.string() }),
      complete: { name: ['Ada', 'Alan'] },
      get: ({ name }) => `Hello ${name}`,
    }),
  },
})

if (process.argv[2] === 'stdio') await (await import('omniport/stdio')).serveStdio(server)
else await (await import('omniport/node')).serveHttp(server, { port: Number(process.argv[2]) })
