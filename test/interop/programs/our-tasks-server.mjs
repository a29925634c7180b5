import process from 'node:process'
import { createServer, ToolError, tool } from 'omniport'
import { serveHttp } from 'omniport/node'
import { serveStdio } from 'omniport/stdio'
import { z } from 'zod'
import { forms } from './read-forms.mjs'
import { Waits } from './waits.mjs'

const waits = new Waits()

const tools = {
  received: tool({ run: () => waits.received() }),
  cancelled: tool({ run: () => waits.cancelled() }),
  count: tool({
    task: 'optional',
    input: z.object({ to: z.number() }),
    output: z.object({ notified: z.string() }),
    run: async ({ to }, ctx) => {
      for (let done = 1; done <= to; done += 1) ctx.progress(done, to)
      return { notified: await waits.counted(to) }
    },
  }),
  fail: tool({
    task: 'required',
    run: () => {
      throw new ToolError('It broke')
    },
  }),
  ask: tool({
    task: 'required',
    run: async (_args, ctx) => {
      const first = await ask(ctx, 'First?')
      return [first, ...(await Promise.all([ask(ctx, 'Second?'), ask(ctx, 'Third?')]))].join(' ')
    },
  }),
  model: tool({
    task: 'optional',
    run: async (_args, ctx) => {
      const { content } = await ctx.sample({ messages: [{ role: 'user', content: 'A word' }], maxTokens: 9 })
      return content
    },
  }),
  begin: tool({
    task: 'optional',
    before: (_args, ctx) => ask(ctx, 'May it begin?'),
    run: (_args, _ctx, allowed) => `allowed: ${allowed}`,
  }),
  hang: tool({ task: 'required', run: (_args, ctx) => waits.wait(ctx.signal) }),
}

async function ask(ctx, message) {
  const { action, content } = await ctx.elicit(message, forms.answer)
  return content?.answer ?? action
}

const server = createServer({ name: 'tasks', version: '1.0.0', tools })

const [, , way, sessions] = process.argv
if (way === undefined) await serveStdio(server)
else {
  const { url } = await serveHttp(server, { port: 0, ...(sessions === 'sealed' && { sessions: false }) })
  process.stdout.write(`${url}\n`)
}
