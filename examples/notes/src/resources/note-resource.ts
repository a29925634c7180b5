import { type RequestContext, resource } from 'omniport'
import type { App, Ctx } from '../app.js'
import { noteUri } from '../note.js'

/** Every note by its id. */
export const noteResource = resource({
  uri: 'notes://{id}',
  title: 'A note',
  mimeType: 'text/markdown',
  complete: {
    id: async (typed, ctx: RequestContext<App>) => (await ctx.app.notes.ids()).filter((id) => id.startsWith(typed)),
  },
  list: async (ctx: RequestContext<App>) =>
    (await ctx.app.notes.all()).map(({ id, title }) => ({ uri: noteUri(id), name: id, title })),
  async read({ id }, ctx: Ctx) {
    const note = await ctx.app.notes.get(id)
    return note && `# ${note.title}\n\n${note.text}\n`
  },
})
