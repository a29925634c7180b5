import { resource } from 'omniport'
import type { Ctx } from '../app.js'
import { noteUri } from '../note.js'

/** Where the list of all notes is. */
export const indexUri = 'notes://index'

/** All notes as a list of links. */
export const indexResource = resource({
  uri: indexUri,
  title: 'All notes',
  mimeType: 'text/markdown',
  async read(_variables, ctx: Ctx) {
    const lines = (await ctx.app.notes.all()).map(({ id, title }) => `- [${title}](${noteUri(id)})\n`)
    return `# Notes\n\n${lines.join('') || 'None yet.\n'}`
  },
})
