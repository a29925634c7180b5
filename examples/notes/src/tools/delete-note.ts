import { ToolError, tool } from 'omniport'
import { z } from 'zod'
import type { Ctx } from '../app.js'

/** Removes a note for good. */
export const deleteNote = tool({
  title: 'Delete a note',
  description: 'Deletes a note. There is no way back.',
  input: z.object({ id: z.string() }),
  annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run({ id }, ctx: Ctx) {
    if (!(await ctx.app.notes.delete(id))) throw new ToolError(`There is no note "${id}"`)
    return `Deleted ${id}`
  },
})
