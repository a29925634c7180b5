import { type Context, createServer, tool } from 'omniport'
import { connect } from 'omniport/client'
import { z } from 'zod'
import { assert, type Equals } from './equals.js'

interface App {
  readonly disk: string
}

/** What `before` gives is the third argument of `run`. */
export const erase = tool({
  task: 'required',
  input: z.object({ path: z.string() }),
  output: z.object({ erased: z.boolean() }),
  async before({ path }, ctx: Context<App>) {
    const { action } = await ctx.elicit(`Erase ${path}?`, z.object({ sure: z.boolean() }))
    return { action, disk: ctx.app.disk }
  },
  run({ path }, ctx: Context<App>, before) {
    assert<Equals<typeof path, string>>()
    assert<Equals<typeof before, { action: 'accept' | 'decline' | 'cancel'; disk: string }>>()
    return { erased: before.action === 'accept' && ctx.app.disk === before.disk }
  },
})

const server = createServer({
  name: 'disks',
  version: '1',
  context: (): App => ({ disk: 'a' }),
  tools: {
    erase,
    count: tool({ task: 'optional', before: () => 3, run: (_args, _ctx, before) => before.toFixed() }),
    plain: tool({
      run: (_args, _ctx, before) => {
        assert<Equals<typeof before, undefined>>()
      },
    }),
    /** A tool need not look at it. */
    quiet: tool({ task: 'optional', before: () => 'x', run: () => 'y' }),
  },
})

const client = await connect(server)
const erased = await client.callTool('erase', { path: '/' })
if (!erased.isError) assert<Equals<typeof erased.structuredContent, { erased: boolean }>>()

// @ts-expect-error it is a number
tool({ task: 'optional', before: () => 3, run: (_args, _ctx, before: string) => before })
