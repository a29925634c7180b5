import { createServer, prompt, RpcError, resource, type Server, ToolError, tool } from 'omniport'
import type { RpcNotification, RpcRequest, RpcResponse } from 'omniport/jsonrpc'
import { z } from 'zod'
import { Waits } from '../interop/programs/waits.mjs'
import type { Revision } from '../wire/revisions.js'

/** The definition that every upstream of the table has, served in one revision, or in all without one. */
export function createCrossingServer(revision?: Revision): Server {
  const server = createServer({
    name: 'crossing',
    version: '1.0.0',
    instructions: 'Ask for today.',
    tools: { ...plainTools, ...askingTools, ...taskTools, ...waitTools(new Waits()) },
    resources: {
      today: resource({ uri: 'note://today', description: 'What is due', mimeType: 'text/plain', read: () => 'Water' }),
      named: resource({
        uri: 'note://by-name/{name}',
        title: 'Notes',
        description: 'Notes by name',
        mimeType: 'text/plain',
        complete: { name: (typed) => names.filter((name) => name.startsWith(typed)) },
        read: ({ name }) => (names.includes(String(name)) ? `Note ${name}` : undefined),
      }),
    },
    prompts: { visit },
    use: [
      (next) => async (message, exchange) => {
        if (isUnknown(message)) return answerUnknown(message, exchange.revision)
        const response = await next(message, exchange)
        const isMarked = message.method === 'tools/call' && message.params?.['name'] === 'marked'
        return isMarked && response?.result !== undefined ? marked(message, response) : response
      },
    ],
    ...(revision !== undefined && { revisions: [revision] }),
  })
  server.tools.set('announce', announcing(server))
  return server
}

const names = ['milk', 'mint', 'tea']

const cities = (country: unknown) => (country === 'Norway' ? ['Oslo', 'Bergen'] : ['Osaka', 'Tokyo', 'Oslo'])

const visit = prompt({
  description: 'Plans a visit',
  arguments: z.object({ country: z.string(), city: z.string().optional() }),
  complete: { city: (typed, ctx) => cities(ctx.arguments['country']).filter((city) => city.startsWith(typed)) },
  get: ({ country, city }) => [{ role: 'user', content: `Visit ${city ?? 'any city'} in ${country}` }],
})

/** What no revision has. */
function answerUnknown({ id, method, params = {} }: RpcRequest, revision: Revision) {
  if (method === 'com.example/refuse') throw new RpcError(4_711, 'Not today', { until: 'tomorrow', tries: [1, 2] })
  if (method !== 'com.example/echo') throw RpcError.methodNotFound(method)
  const { words, nested } = params
  const result = { words, nested, 'x-extra': { deep: [1, { two: null }] } }
  return {
    jsonrpc: '2.0' as const,
    id,
    result: { ...result, ...(revision === '2026-07-28' && { resultType: 'complete' }) },
  }
}

function isUnknown(message: RpcRequest | RpcNotification): message is RpcRequest {
  return message.method.startsWith('com.example/') && 'id' in message
}

/** Members that no revision has, of the request in the result, and `_meta` of both. */
function marked({ params = {} }: RpcRequest | RpcNotification, response: RpcResponse): RpcResponse {
  const result = response.result as Json
  const seen = startingWith('com.example/', params['_meta'])
  const unknown = { seen: startingWith('x-', params), list: [null, 1.5, 'é'] }
  const _meta = { ...(result['_meta'] as Json | undefined), 'com.example/answer': { seen } }
  return { jsonrpc: '2.0', id: response.id, result: { ...result, 'x-unknown': unknown, _meta } }
}

type Json = Readonly<Record<string, unknown>>

function startingWith(start: string, members: unknown): Json {
  return Object.fromEntries(Object.entries((members ?? {}) as Json).filter(([name]) => name.startsWith(start)))
}

const annotations = { audience: ['user' as const], priority: 0.5 }

const plainTools = {
  add: tool({
    title: 'Add',
    description: 'Adds two numbers',
    input: z.object({ a: z.number(), b: z.number() }),
    output: z.object({ sum: z.number() }),
    annotations: { readOnlyHint: true },
    _meta: { 'com.example/cost': 3 },
    run: ({ a, b }) => ({ sum: a + b }),
  }),
  picture: tool({
    run: () => [
      { type: 'text', text: 'A dot', annotations },
      { type: 'image', data: 'AAH/', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'note://today', mimeType: 'text/plain', text: 'Water' } },
      { type: 'audio', data: 'AAH/', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'note://today', name: 'today' },
    ],
  }),
  fail: tool({
    run: () => {
      throw new ToolError('It broke')
    },
  }),
  refuse: tool({
    run: () => {
      throw new RpcError(-32_000, 'Refused', { reason: { code: 'E1', fields: ['a', null] } })
    },
  }),
  marked: tool({ run: () => 'marked' }),
  log: tool({
    run: (_args, ctx) => {
      ctx.log.debug('small')
      ctx.log.warning({ size: 'large' })
      return 'logged'
    },
  }),
  double: tool({
    task: 'optional',
    input: z.object({ n: z.number() }),
    output: z.object({ twice: z.number() }),
    run: ({ n }) => ({ twice: 2 * n }),
  }),
}

const form = z.object({
  name: z.string().min(2).max(20).meta({ title: 'Name' }),
  age: z.int().min(0).optional(),
  agreed: z.boolean().default(true),
  colour: z.enum(['red', 'green']).optional(),
})

const askingTools = {
  register: tool({ run: async (_args, ctx) => JSON.stringify(await ctx.elicit('Who are you?', form)) }),
  open: tool({
    run: async (_args, ctx) => {
      const { action } = await ctx.elicitUrl('Please sign in', 'https://example.com/in')
      return action
    },
  }),
  describe: tool({
    run: async (_args, ctx) => {
      const { content, model } = await ctx.sample({
        messages: [{ role: 'user', content: 'What is this?' }],
        maxTokens: 50,
        systemPrompt: 'Be brief.',
        temperature: 0.5,
      })
      return JSON.stringify({ content: [content].flat(), model })
    },
  }),
  where: tool({ run: async (_args, ctx) => JSON.stringify(await ctx.roots()) }),
  interview: tool({
    run: async (_args, ctx) => {
      const first = await ctx.elicit('Who are you?', form)
      const second = await ctx.elicit(`How old is ${first.content?.name}?`, z.object({ years: z.int() }))
      return `${first.content?.name}: ${second.content?.years}`
    },
  }),
}

/** Tools that run as tasks where their clients can follow them. */
const taskTools = {
  survey: tool({
    task: 'optional',
    run: async (_args, ctx) => {
      const first = await ctx.elicit('Who are you?', form)
      const { content } = await ctx.sample({ messages: [{ role: 'user', content: 'What is this?' }], maxTokens: 50 })
      return JSON.stringify([first, content])
    },
  }),
  spoil: tool({
    task: 'optional',
    run: () => {
      throw new ToolError('It spoiled')
    },
  }),
  deny: tool({
    task: 'optional',
    run: () => {
      throw new RpcError(-32_000, 'Denied', { reason: ['late'] })
    },
  }),
}

const keyed = z.object({ key: z.string() })

/** Tools that meet each other: those that wait, and those that say how far they are. */
function waitTools(waits: Waits) {
  return {
    count: tool({
      input: keyed,
      run: ({ key }, ctx) => {
        for (const done of [1, 2, 3]) ctx.progress(done, 3, `at ${done}`)
        return waits.counted(3, key)
      },
    }),
    receive: tool({ input: keyed, run: ({ key }) => waits.received(key) }),
    wait: tool({ input: keyed, run: ({ key }, { signal }) => waits.wait(signal, key) }),
    started: tool({ input: keyed, run: ({ key }) => waits.started(key) }),
    cancelled: tool({ input: keyed, run: ({ key }) => waits.cancelled(key) }),
    hold: tool({ task: 'optional', input: keyed, run: ({ key }, { signal }) => waits.wait(signal, key) }),
  }
}

function announcing({ tools, prompts, resources }: Server) {
  const announce = {
    note: () => resources.updated('note://today'),
    other: () => resources.updated('note://by-name/milk'),
    resources: () => resources.listChanged(),
    tools: () => tools.set('add', plainTools.add),
    prompts: () => prompts.set('visit', visit),
  }
  return tool({
    input: z.object({ what: z.enum(['tools', 'prompts', 'resources', 'note', 'other']), times: z.int().default(1) }),
    run: async ({ what, times }) => {
      for (let time = 0; time < times; time += 1) {
        announce[what]()
        await new Promise((resolve) => setImmediate(resolve))
      }
      return `announced ${what}`
    },
  })
}
