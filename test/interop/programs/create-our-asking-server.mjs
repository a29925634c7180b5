import { createServer, prompt, RpcError, resource, tool } from 'omniport'
import { z } from 'zod'
import { converse, described, reported } from './conversation.mjs'
import { forms } from './read-forms.mjs'
import { Waits } from './waits.mjs'

/** A server whose tools ask whoever calls them. `options` are those of a server besides what it is. */
export function createOurAskingServer(options = {}) {
  const waits = new Waits()
  const pages = []
  let paid = 0

  const tools = {
    able: telling((_args, ctx) => questions.filter((question) => ctx.can(question))),
    register: telling((_args, ctx) => ctx.elicit('Who are you?', register)),
    choose: telling((_args, ctx) => ctx.elicit('What would you like?', forms.choose)),
    open: telling(async (_args, ctx) => {
      const { action, id } = await ctx.elicitUrl('Please sign in', (page) => `https://example.com/in?id=${page}`)
      pages.push(id)
      return { action, id }
    }),
    done: telling(() => server.elicitationComplete(pages.at(-1))),
    locked: telling(() => {
      const page = { mode: 'url', message: 'Please sign in', url: 'https://example.com/in', elicitationId: 'in' }
      throw new RpcError(-32042, 'Sign in first', { elicitations: [page] })
    }),
    describe: telling((_args, ctx) => ctx.sample(described)),
    listen: telling((_args, ctx) => {
      const received = { type: 'audio', data: Uint8Array.from([0, 1, 255]), mimeType: 'audio/wav' }
      return ctx.sample({
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Who is it?' }, received] }],
        maxTokens: 9,
      })
    }),
    weather: telling((_args, ctx) => converse((params) => ctx.sample(params))),
    where: telling((_args, ctx) => ctx.roots()),
    both: telling((_args, ctx) => Promise.all([ask(ctx, 'First?'), ask(ctx, 'Second?')])),
    guess: telling((_args, ctx) => guess(ctx)),
    pay: telling(async (_args, ctx) => {
      const count = await ctx.once('pay', () => ++paid)
      const answers = [await ask(ctx, 'Rating?'), await ask(ctx, 'Why?')]
      return { count, paid, answers }
    }),
    unhurried: telling(async (_args, ctx) => {
      const cancelled = waits.wait(ctx.signal)
      await ask(ctx, 'Are you there?')
      return cancelled
    }),
    cancelled: telling(() => waits.cancelled()),
  }

  const server = createServer({
    name: 'asking',
    version: '1.0.0',
    tools,
    prompts: { letter: prompt({ get: async (_args, ctx) => `Dear ${await ask(ctx, 'To whom?')}` }) },
    resources: {
      home: resource({ uri: 'note://home', read: async (_variables, ctx) => JSON.stringify(await ctx.roots()) }),
    },
    ...options,
  })
  return server
}

const register = z.object({
  name: z.string().min(2).max(20).meta({ title: 'Name', description: 'Yours' }),
  email: z.email(),
  site: z.url().optional(),
  born: z.iso.date().optional(),
  seen: z.iso.datetime().optional(),
  age: z.int().min(0).max(150),
  score: z.number().default(0.5),
  agreed: z.boolean().default(true),
  colour: z.enum(['red', 'green']).optional(),
  size: z.union([z.literal('s').meta({ title: 'Small' }), z.literal('l').meta({ title: 'Large' })]).default('s'),
})

const questions = ['elicit', 'elicitUrl', 'sample', 'sampleTools', 'roots']

/** A tool that tells as JSON what comes of it. */
function telling(run) {
  return tool({ run: async (args, ctx) => JSON.stringify((await run(args, ctx)) ?? null) })
}

/** Asks the person, or the model of a client that cannot ask persons. */
async function ask(ctx, message) {
  if (!ctx.can('elicit')) return (await ctx.sample(reported(message))).content[0].text
  const { action, content } = await ctx.elicit(message, forms.answer)
  return content?.answer ?? action
}

async function guess(ctx) {
  for (let count = 1; ; count += 1) if ((await ask(ctx, 'Which number?')) === '7') return count
}
