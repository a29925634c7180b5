import { createServer, prompt, resource, ToolError, tool } from 'omniport'
import { serveStdio } from 'omniport/stdio'
import { z } from 'zod'
import { cities, dot, names, startsWith } from './data.mjs'
import { Waits } from './waits.mjs'

const waits = new Waits()

const tools = {
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
  count: tool({
    description: 'Counts',
    input: z.object({ to: z.number() }),
    run: ({ to }, ctx) => {
      for (let done = 1; done <= to; done += 1) ctx.progress(done, to, `at ${done}`)
      return waits.counted(to)
    },
  }),
  heard: tool({ description: 'Lets count go on', run: () => waits.heard() }),
  log: tool({
    description: 'Logs',
    run: (_args, ctx) => {
      ctx.log.debug('small')
      ctx.log.warning({ size: 'large' })
      return 'logged'
    },
  }),
  wait: tool({ description: 'Waits until it is cancelled', run: (_args, { signal }) => waits.wait(signal) }),
  started: tool({ description: 'Answers when wait is running', run: () => waits.started() }),
  cancelled: tool({ description: 'Answers when wait was cancelled', run: () => waits.cancelled() }),
  announce: tool({
    description: 'Announces a change',
    input: z.object({ what: z.enum(['tools', 'prompts', 'resources', 'note']) }),
    run: ({ what }) => announce(what),
  }),
}

const server = createServer({
  name: 'interop',
  version: '1.0.0',
  instructions: 'Ask for today.',
  tools,
  resources: {
    today: resource({ uri: 'note://today', description: 'What is due', mimeType: 'text/plain', read: () => 'Water' }),
    dot: resource({ uri: 'note://dot', mimeType: 'image/png', read: () => Uint8Array.from([0, 1, 255]) }),
    named: resource({
      uri: 'note://by-name/{name}',
      description: 'Notes by name',
      mimeType: 'text/plain',
      complete: { name: (typed) => names.filter(startsWith(typed)) },
      read: ({ name }) => (names.includes(name) ? `Note ${name}` : undefined),
    }),
  },
  prompts: {
    visit: prompt({
      description: 'Plans a visit',
      arguments: z.object({ country: z.string(), city: z.string().optional() }),
      complete: { city: (typed, ctx) => cities(ctx.arguments['country']).filter(startsWith(typed)) },
      get: ({ country, city }) => [
        { role: 'user', content: `Visit ${city ?? 'any city'} in ${country}` },
        { role: 'assistant', content: 'With pleasure.' },
      ],
    }),
  },
})

function announce(what) {
  if (what === 'note') server.resources.updated('note://today')
  if (what === 'resources') server.resources.listChanged()
  if (what === 'tools') addOrRemove(server.tools, tool({ description: 'Is new', run: () => 'new' }))
  if (what === 'prompts') addOrRemove(server.prompts, prompt({ description: 'Is new', get: () => 'new' }))
  return `announced ${what}`
}

function addOrRemove(registry, definition) {
  if (!registry.delete('extra')) registry.set('extra', definition)
}

await serveStdio(server)
