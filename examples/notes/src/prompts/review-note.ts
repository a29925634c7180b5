import { prompt, type RequestContext, RpcError } from 'omniport'
import { z } from 'zod'
import type { App, Ctx } from '../app.js'
import { noteUri } from '../note.js'

/** Asks for a review of one note. */
export const reviewNote = prompt({
  title: 'Review a note',
  description: 'Asks for a review of a note, in a style.',
  arguments: z.object({ id: z.string(), style: z.enum(['brief', 'thorough', 'kind']) }),
  complete: {
    id: async (typed, ctx: RequestContext<App>) => (await ctx.app.notes.ids()).filter((id) => id.startsWith(typed)),
  },
  async get({ id, style }, ctx: Ctx) {
    const note = await ctx.app.notes.get(id)
    if (note === undefined) throw RpcError.invalidParams(`There is no note "${id}"`)
    return [
      { role: 'user', content: `Review this note. ${wishes[style]}` },
      {
        role: 'user',
        content: { type: 'resource', resource: { uri: noteUri(id), mimeType: 'text/markdown', text: note.text } },
      },
    ]
  },
})

const wishes = {
  brief: 'Three sentences at most.',
  thorough: 'Go through it line by line.',
  kind: 'Say what is good first.',
}
