import { type AnyTool, type Context, createServer, type Principal, prompt, resource, tool } from 'omniport'
import { assert, type Equals } from './equals.js'
import type { App, Ctx, Notes } from './notes-app.js'
import { search } from './notes-tool.js'

declare const notes: Notes
const identity = { name: 'notes', version: '1' }

const server = createServer({
  ...identity,
  context: ({ principal }): App => ({ notes, owner: principal?.id }),
  tools: {
    search,
    mine: tool({ run: (_args, ctx: Ctx) => `Notes of ${ctx.app.owner ?? 'nobody'}` }),
    plain: tool({
      run: (_args, ctx) => {
        assert<Equals<typeof ctx.app, unknown>>()
        assert<Equals<typeof ctx.principal, Principal | undefined>>()
      },
    }),
  },
  resources: {
    note: resource({ uri: 'notes://{id}', read: async ({ id }, ctx: Ctx) => (await ctx.app.notes.find(id))[0]?.body }),
  },
  prompts: { greet: prompt({ get: (_args, ctx: Ctx) => `Hello ${ctx.app.owner}` }) },
})
assert<Equals<Parameters<typeof server.tools.set>[1], AnyTool<App>>>()
server.tools.set('late', tool({ run: (_args, ctx: Ctx) => String(ctx.app.owner) }))

// What is wanted decides, not what is inferred first: each tool may use a part of the app.
createServer({
  ...identity,
  context: ({ round }) => ({ notes, round }),
  tools: {
    a: tool({ run: (_args, ctx: Context<{ notes: Notes }>) => String(ctx.app.notes) }),
    b: tool({ run: (_args, ctx: Context<{ round: number }>) => ctx.app.round.toFixed() }),
  },
})
createServer({ ...identity, context: async () => ({ notes, owner: 'me' }), tools: { search } })

// @ts-expect-error nothing gives the app that the tool uses
createServer({ ...identity, tools: { search } })
// @ts-expect-error nothing gives the app that the resource uses
createServer({ ...identity, resources: { note: resource({ uri: 'a:b', read: (_v, ctx: Ctx) => ctx.app.owner }) } })
// @ts-expect-error nothing gives the app that the prompt uses
createServer({ ...identity, prompts: { greet: prompt({ get: (_args, ctx: Ctx) => `${ctx.app.owner}` }) } })
// @ts-expect-error the context gives something else
createServer({ ...identity, context: () => ({ log: 1 }), tools: { search } })
// @ts-expect-error also where its parameter is not annotated
createServer({ ...identity, context: ({ round }) => ({ round }), tools: { search } })

const bare = createServer(identity)
assert<Equals<Parameters<typeof bare.tools.set>[1], AnyTool<unknown>>>()
// @ts-expect-error a server without context has no app to give to a tool that comes later
bare.tools.set('search', search)
