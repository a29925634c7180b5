import { tool } from 'omniport'
import { z } from 'zod'
import type { Ctx } from '../app.js'
import { noteUri } from '../note.js'

/** Writes a note and links to it. */
export const addNote = tool({
  title: 'Add a note',
  description: 'Keeps a note. Its id is made from the title.',
  input: z.object({
    title: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .regex(/^[^\r\n]*$/, 'one line'),
    text: z.string().describe('Markdown'),
    tags: z
      .array(z.string().regex(/^[\p{L}\p{N}_-]+$/u, 'letters, digits, _ and -'))
      .max(20)
      .default([]),
  }),
  annotations: { destructiveHint: false, openWorldHint: false },
  async run({ title, text, tags }, ctx: Ctx) {
    const { id } = await ctx.app.notes.add({ title, text: text.trim(), tags })
    return [
      { type: 'text', text: `Added "${title}" as ${id}` },
      { type: 'resource_link', uri: noteUri(id), name: id, title, mimeType: 'text/markdown' },
    ]
  },
})
