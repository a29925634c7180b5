import { createServer, prompt, resource, type Server, ToolError, tool } from 'omniport'
import { z } from 'zod'
import { Waits } from './waits.js'

/** What the scenarios are played against, made with this library. Any number of clients may play at once. */
export function createOurServer(): Server {
  const server = createServer({
    name: 'interop',
    version: '1.0.0',
    instructions: 'Ask for today.',
    tools: { ...plainTools, ...createWaitTools() },
    resources: {
      today: resource({ uri: 'note://today', mimeType: 'text/plain', read: () => 'Water' }),
      dot: resource({ uri: 'note://dot', mimeType: 'image/png', read: () => Uint8Array.from([0, 1, 255]) }),
      named: resource({
        uri: 'note://by-name/{name}',
        mimeType: 'text/plain',
        complete: { name: (typed) => ['milk', 'mint', 'tea'].filter((name) => name.startsWith(typed)) },
        read: ({ name }) => `Note ${name}`,
      }),
    },
    prompts: { visit },
  })
  server.tools.set('announce', announcing(server))
  return server
}

const plainTools = {
  add: tool({
    description: 'Adds two numbers',
    input: z.object({ a: z.number(), b: z.number() }),
    output: z.object({ sum: z.number() }),
    run: ({ a, b }) => ({ sum: a + b }),
  }),
  fail: tool({
    run: () => {
      throw new ToolError('It broke')
    },
  }),
  log: tool({
    run: (_args, ctx) => {
      ctx.log.debug('small')
      ctx.log.warning({ size: 'large' })
      return 'logged'
    },
  }),
}

function createWaitTools() {
  const waits = new Waits()
  const input = z.object({ key: z.string() })
  return {
    count: tool({
      input: z.object({ key: z.string(), to: z.number() }),
      run: ({ key, to }, ctx) => {
        for (let done = 1; done <= to; done += 1) ctx.progress(done, to, `at ${done}`)
        return waits.counted(key, to)
      },
    }),
    heard: tool({ input, run: ({ key }) => waits.heard(key) }),
    wait: tool({ input, run: ({ key }, { signal }) => waits.wait(key, signal) }),
    started: tool({ input, run: ({ key }) => waits.started(key) }),
    cancelled: tool({ input, run: ({ key }) => waits.cancelled(key) }),
  }
}

const visit = prompt({
  description: 'Plans a visit',
  arguments: z.object({ country: z.string(), city: z.string().optional() }),
  complete: {
    city: (typed, ctx) => {
      const cities = ctx.arguments['country'] === 'Norway' ? ['Oslo'] : ['Oslo', 'Osaka']
      return cities.filter((city) => city.startsWith(typed))
    },
  },
  get: ({ country, city }) => [
    { role: 'user', content: `Visit ${city ?? 'any city'} in ${country}` },
    { role: 'assistant', content: 'With pleasure.' },
  ],
})

/** The lists stay as they are, so that those who read them meanwhile find the same. */
function announcing({ tools, prompts, resources }: Server) {
  return tool({
    input: z.object({ what: z.enum(['tools', 'prompts', 'resources', 'note']) }),
    run: ({ what }) => {
      if (what === 'note') resources.updated('note://today')
      if (what === 'resources') resources.listChanged()
      if (what === 'tools') tools.set('add', plainTools.add)
      if (what === 'prompts') prompts.set('visit', visit)
      return `announced ${what}`
    },
  })
}
