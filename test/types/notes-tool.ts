import { tool } from 'omniport'
import { z } from 'zod'
import type { Ctx } from './notes-app.js'

/** A tool in a file of its own: `ctx` is annotated, arguments and result are inferred. */
export const search = tool({
  input: z.object({ text: z.string(), limit: z.number().default(10) }),
  output: z.array(z.object({ id: z.string() })),
  run: async ({ text, limit }, ctx: Ctx) => (await ctx.app.notes.find(text)).slice(0, limit),
})
