import { tool } from 'omniport'
import { z } from 'zod'
import type { Ctx } from '../app.js'
import type { Note } from '../note.js'

/** Goes through all notes, reports each, and stops when the caller does. */
export const summariseNotes = tool({
  title: 'Summarise all notes',
  description: 'The first sentence and the length of every note, or of those with a tag.',
  input: z.object({ tag: z.string().optional() }),
  output: z.object({ summaries: z.array(z.object({ id: z.string(), words: z.int(), summary: z.string() })) }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run({ tag }, ctx: Ctx) {
    const ids = await ctx.app.notes.ids()
    const summaries: Summary[] = []
    for (const [done, id] of ids.entries()) {
      ctx.signal.throwIfAborted()
      const note = await ctx.app.notes.get(id)
      if (note !== undefined && (tag === undefined || note.tags.includes(tag))) summaries.push(summarise(note))
      ctx.progress(done + 1, ids.length, id)
    }
    return { summaries }
  },
})

interface Summary {
  id: string
  words: number
  summary: string
}

function summarise({ id, text }: Note): Summary {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const [sentence] = words.join(' ').split(/(?<=[.!?]) /)
  return { id, words: words.length, summary: sentence ?? '' }
}
