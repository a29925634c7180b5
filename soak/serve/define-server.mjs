import { createServer, prompt, RpcError, resource, ToolError, tool } from 'omniport'
import { z } from 'zod'
import { countingRuntime } from '../control/counting-runtime.mjs'
import { sleep } from '../load/sleep.mjs'
import { countSessions } from './count-sessions.mjs'

const text = z.object({ text: z.string() })
const size = z.object({ size: z.enum(['S', 'M', 'L']) })
const quiet = { error: () => {}, warn: () => {} }

/**
 * What is kept for a while, or up to a number, comes to that within the warm-up. Connections are kept for long, so that none is
 * closed at one end while the other end is about to use it again. The load may come as fast as it can.
 */
const limits = {
  keepAliveMs: 30_000,
  eventLogMs: 15_000,
  tasks: 1_000,
  taskMs: 60_000,
  sessionIdleMs: 20_000,
  streamsPerPrincipal: 128,
  callsPerMinute: Number.POSITIVE_INFINITY,
  completionsPerMinute: Number.POSITIVE_INFINITY,
  logsPerMinute: Number.POSITIVE_INFINITY,
  allowUnbounded: ['callsPerMinute', 'completionsPerMinute', 'logsPerMinute'],
}

/** The server of the soak, what it can count, and what makes it change. */
export function defineServer() {
  const { runtime, running } = countingRuntime()
  let open = 0
  const counted =
    (run) =>
    async (...given) => {
      open += 1
      try {
        return await run(...given)
      } finally {
        open -= 1
      }
    }
  const sessions = countSessions()
  const whoami = tool({ use: [sessions.middleware], run: (_args, ctx) => ctx.principal?.id ?? 'nobody' })
  const tools = { ...answering, whoami, ...lasting(counted), ...asking(counted) }
  const server = createServer({
    name: 'soak',
    version: '1.0.0',
    limits,
    runtime,
    logger: quiet,
    tools,
    resources: { state, notes },
    prompts: { greet },
  })
  const change = () => {
    if (!server.tools.delete('changing')) server.tools.set('changing', tool({ run: () => '' }))
    server.resources.updated('soak://state')
  }
  const gauges = { libraryTimers: running, handlers: () => open }
  return { server, change, gauges, sessions: sessions.count }
}

const state = resource({ uri: 'soak://state', read: () => 'fine' })
const notes = resource({ uri: 'soak://notes/{id}', read: ({ id }) => `note ${id}` })
const greet = prompt({
  arguments: z.object({ name: z.string() }),
  complete: { name: ['ada', 'alan', 'anna'] },
  get: ({ name }) => `Hello ${name}`,
})

const answering = {
  add: tool({ input: z.object({ a: z.number(), b: z.number() }), run: ({ a, b }) => String(a + b) }),
  echo: tool({ input: text, output: text, run: ({ text }) => ({ text }) }),
  fail: tool({
    run: () => {
      throw new ToolError('as it should')
    },
  }),
  refuse: tool({
    run: () => {
      throw new RpcError(4711, 'as it should')
    },
  }),
  crash: tool({
    run: () => {
      throw new Error('not to be told')
    },
  }),
}

/** What takes time: `counted` knows how many run. */
const lasting = (counted) => ({
  wait: tool({
    input: z.object({ ms: z.number() }),
    run: counted(async ({ ms }, ctx) => {
      await sleep(ms, ctx.signal)
      return 'waited'
    }),
  }),
  steps: tool({
    input: z.object({ count: z.number(), ms: z.number(), disconnects: z.boolean().default(false) }),
    run: counted(async ({ count, ms, disconnects }, ctx) => {
      for (let step = 1; step <= count; step += 1) {
        ctx.progress(step, count)
        if (disconnects && step === 2) ctx.disconnect({ retryMs: 20 })
        await sleep(ms, ctx.signal)
      }
      return `done ${count}`
    }),
  }),
  job: tool({
    task: 'optional',
    input: z.object({ ms: z.number() }),
    run: counted(async ({ ms }, ctx) => {
      await sleep(ms, ctx.signal)
      return `worked ${ms}`
    }),
  }),
})

const asking = (counted) => ({
  buy: tool({
    input: z.object({ order: z.string() }),
    run: counted(async ({ order }, ctx) => {
      const { action, content } = await ctx.elicit('Which size?', size)
      if (action !== 'accept') throw new ToolError('no size')
      const receipt = await ctx.once('receipt', () => `receipt of ${order}`)
      const again = await ctx.elicit('Sure?', z.object({ sure: z.boolean() }))
      return `${content.size}, ${receipt}, ${again.content?.sure}`
    }),
  }),
})
