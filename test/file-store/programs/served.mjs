// A server for `omniport serve --store`. Its tools append to the file that FILE names what they do.
import { appendFileSync } from 'node:fs'
import process from 'node:process'
import { createServer, tool } from 'omniport'

const did = (what) => appendFileSync(process.env.FILE, `${what}\n`)

export const server = ({ stores, secrets }) =>
  createServer({
    name: 'restarted',
    version: '1.0.0',
    stores,
    secrets,
    tools: {
      count: tool({
        run(_args, ctx) {
          for (let step = 1; step <= 5; step++) ctx.progress(step, 5, `step ${step}`)
          return 'counted'
        },
      }),
      order: tool({
        task: 'required',
        async run(_args, ctx) {
          await ctx.once('pay', () => did('paid'))
          did('runs')
          const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
          const { content } = await ctx.elicit('Who?', form, { key: 'name' })
          return `for ${content?.name}`
        },
      }),
    },
  })
