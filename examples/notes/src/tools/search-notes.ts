import { tool } from 'omniport'
import { z } from 'zod'
import type { Ctx } from '../app.js'
import type { Note } from '../note.js'

/** Finds notes by the words in them. */
export const searchNotes = tool({
  title: 'Search notes',
  description: 'Finds the notes that have every word of the query in their title, tags or text.',
  input: z.object({ query: z.string(), limit: z.int().min(1).max(100).default(10) }),
  output: z.object({
    notes: z.array(z.object({ id: z.string(), title: z.string(), tags: z.array(z.string()), excerpt: z.string() })),
    total: z.int().describe('How many match, of which at most `limit` are given'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run({ query, limit }, ctx: Ctx) {
    const words = query.toLowerCase().split(/\s+/)
    const found = (await ctx.app.notes.all()).filter((note) => hasWords(note, words))
    return { notes: found.slice(0, limit).map(toHit), total: found.length }
  },
})

function hasWords({ title, tags, text }: Note, words: readonly string[]): boolean {
  const haystack = [title, ...tags, text].join('\n').toLowerCase()
  return words.every((word) => haystack.includes(word))
}

function toHit({ id, title, tags, text }: Note) {
  return { id, title, tags: [...tags], excerpt: text.slice(0, 120) }
}
