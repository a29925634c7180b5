import { createServer, prompt, resource, ToolError, tool } from 'omniport'
import { z } from 'zod'
import { cities, dot, names, startsWith } from './data.mjs'
import { Waits } from './waits.mjs'

/** What the scenarios are played against, made with this library. `options` are those of a server besides what it is. */
export function createOurServer(options = {}) {
  const server = createServer({
    name: 'interop',
    version: '1.0.0',
    instructions: 'Ask for today.',
    tools: { ...plainTools, ...createWaitTools(new Waits()) },
    resources,
    prompts: { visit },
    ...options,
  })
  server.tools.set('announce', announcing(server))
  return server
}

const keyed = z.object({ key: z.string() })

const plainTools = {
  add: tool({
    description: 'Adds two numbers',
    input: z.object({ a: z.number(), b: z.number() }),
    output: z.object({ sum: z.number() }),
    annotations: { readOnlyHint: true },
    run: ({ a, b }) => ({ sum: a + b }),
  }),
  picture: tool({
    description: 'Shows a dot',
    run: () => [
      { type: 'text', text: 'A dot', annotations: { audience: ['user'], priority: 0.5 } },
      { type: 'image', data: dot, mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'note://today', mimeType: 'text/plain', text: 'Water' } },
    ],
  }),
  newer: tool({
    description: 'Shows what came later',
    run: () => [
      { type: 'audio', data: dot, mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'note://today', name: 'today' },
    ],
  }),
  fail: tool({
    description: 'Fails',
    run: () => {
      throw new ToolError('It broke')
    },
  }),
  log: tool({
    description: 'Logs',
    run: (_args, ctx) => {
      ctx.log.debug('small')
      ctx.log.warning({ size: 'large' })
      return 'logged'
    },
  }),
}

function createWaitTools(waits) {
  return {
    count: tool({
      description: 'Counts',
      input: keyed.extend({ to: z.number() }),
      run: ({ key, to }, ctx) => {
        for (let done = 1; done <= to; done += 1) ctx.progress(done, to, `at ${done}`)
        return waits.counted(to, key)
      },
    }),
    received: tool({ description: 'Lets count go on', input: keyed, run: ({ key }) => waits.received(key) }),
    wait: tool({
      description: 'Waits until it is cancelled',
      input: keyed,
      run: ({ key }, { signal }) => waits.wait(signal, key),
    }),
    started: tool({ description: 'Answers when wait is running', input: keyed, run: ({ key }) => waits.started(key) }),
    cancelled: tool({
      description: 'Answers when wait was cancelled',
      input: keyed,
      run: ({ key }) => waits.cancelled(key),
    }),
  }
}

const resources = {
  today: resource({ uri: 'note://today', description: 'What is due', mimeType: 'text/plain', read: () => 'Water' }),
  dot: resource({ uri: 'note://dot', mimeType: 'image/png', read: () => Uint8Array.from([0, 1, 255]) }),
  named: resource({
    uri: 'note://by-name/{name}',
    description: 'Notes by name',
    mimeType: 'text/plain',
    complete: { name: (typed) => names.filter(startsWith(typed)) },
    read: ({ name }) => (names.includes(name) ? `Note ${name}` : undefined),
  }),
}

const visit = prompt({
  description: 'Plans a visit',
  arguments: z.object({ country: z.string(), city: z.string().optional() }),
  complete: { city: (typed, ctx) => cities(ctx.arguments['country']).filter(startsWith(typed)) },
  get: ({ country, city }) => [
    { role: 'user', content: `Visit ${city ?? 'any city'} in ${country}` },
    { role: 'assistant', content: 'With pleasure.' },
  ],
})

/** Only what is named extra changes a list, so that others who read them meanwhile find the same. */
function announcing({ tools, prompts, resources }) {
  return tool({
    description: 'Announces a change',
    input: z.object({ what: z.enum(['tools', 'prompts', 'resources', 'note', 'extra tools', 'extra prompts']) }),
    run: ({ what }) => {
      if (what === 'note') resources.updated('note://today')
      if (what === 'resources') resources.listChanged()
      if (what === 'tools') tools.set('add', plainTools.add)
      if (what === 'prompts') prompts.set('visit', visit)
      if (what === 'extra tools') addOrRemove(tools, tool({ description: 'Is new', run: () => 'new' }))
      if (what === 'extra prompts') addOrRemove(prompts, prompt({ description: 'Is new', get: () => 'new' }))
      return `announced ${what}`
    },
  })
}

function addOrRemove(registry, definition) {
  if (!registry.delete('extra')) registry.set('extra', definition)
}
