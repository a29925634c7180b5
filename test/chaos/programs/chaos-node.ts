import { appendFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { createRedisStores } from '@omniport/redis'
import { createServer, tool } from 'omniport'
import { serveHttp } from 'omniport/node'
import { z } from 'zod'
import { openRedis, type Topology, type TopologyAddress } from '../topologies.js'

/** One node of the service that chaos is done to: `node <topology> <address of Redis, as JSON> <port of HTTP> <file of effects>`. */

const [topology = '', address = '', port = '', effects = ''] = process.argv.slice(2)
const quiet = { warn: () => {}, error: () => {} }
const { connection } = await openRedis(topology as Topology, JSON.parse(address) as TopologyAddress)
const stores = await createRedisStores(connection, { prefix: 'chaos', logger: quiet, timeoutMs: 1_000 })

const input = z.object({ call: z.string() })
const run = `${process.pid}.${Date.now()}`
let runs = 0

/** A line that was handed to the system survives the process. */
function effect(call: string): string {
  runs += 1
  appendFileSync(effects, `${JSON.stringify({ type: 'effect', call, run: `${run}.${runs}` })}\n`)
  return `done ${call}`
}

const server = createServer({
  name: 'chaos',
  version: '1.0.0',
  stores,
  secrets: ['a secret that all nodes have: 0123456789abcdef'],
  logger: quiet,
  limits: {
    callsPerMinute: Number.POSITIVE_INFINITY,
    allowUnbounded: ['callsPerMinute'],
    tasks: 10_000,
    tasksPerPrincipal: 10_000,
    taskMs: 60_000,
    // Longer than any call, and short enough for a run to see that nothing of it stays.
    eventLogMs: 20_000,
    sessionIdleMs: 20_000,
  },
  tools: {
    plain: tool({ input, run: ({ call }) => effect(call) }),
    stream: tool({
      input: input.extend({ steps: z.number() }),
      async run({ call, steps }, ctx) {
        const text = effect(call)
        for (let step = 1; step <= steps; step++) {
          ctx.progress(step, steps)
          await wait(20, undefined, { signal: ctx.signal })
        }
        return text
      },
    }),
    question: tool({
      input,
      async run({ call }, ctx) {
        const { action } = await ctx.elicit(`Go on with ${call}?`, z.object({ sure: z.boolean() }), { key: 'sure' })
        if (action !== 'accept') throw new Error(`the question of ${call} was not accepted`)
        return ctx.once('effect', () => effect(call))
      },
    }),
    task: tool({
      task: 'optional',
      input,
      async run({ call }, ctx) {
        const text = effect(call)
        await wait(50, undefined, { signal: ctx.signal })
        return text
      },
    }),
  },
})

const { url } = await serveHttp(server, { port: Number(port) })
process.on('message', ({ id }: { readonly id: number }) => {
  globalThis.gc?.()
  process.send?.({ id, value: process.memoryUsage().heapUsed })
})
process.once('disconnect', () => process.exit())
process.send?.({ id: 0, value: Number(new URL(url).port) })
