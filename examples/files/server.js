import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer, OmniportError, ToolError, tool } from 'omniport'
import { pathWithin } from 'omniport/node'

const maxBytes = 1024 * 1024
const path = { type: 'string', description: 'A path, or a file: URI, within the folders of the client' }
const input = { type: 'object', properties: { path }, required: ['path'] }
const annotations = { readOnlyHint: true }

/** Reads files within the folders that the client opens to it, its roots. It never writes. */
export const server = createServer({
  name: 'files',
  version: '1.0.0',
  tools: {
    list_roots: tool({
      description: 'Lists the folders that can be read',
      annotations,
      run: async (_args, ctx) => ({ roots: (await rootsOf(ctx)).map(({ uri }) => uri) }),
    }),
    list_folder: tool({
      description: 'Lists a folder',
      annotations,
      input,
      async run({ path }, ctx) {
        const entries = await readdir(await within(ctx, path), { withFileTypes: true }).catch(explain)
        return { entries: entries.map((entry) => `${entry.name}${entry.isDirectory() ? '/' : ''}`).sort() }
      },
    }),
    read_file: tool({
      description: 'Reads a text file of up to 1 MiB',
      annotations,
      input,
      async run({ path }, ctx) {
        const real = await within(ctx, path)
        const { size } = await stat(real).catch(explain)
        if (size > maxBytes) throw new ToolError(`The file has ${size} bytes, more than ${maxBytes}`)
        return readFile(real, 'utf8').catch(explain)
      },
    }),
  },
})

async function rootsOf(ctx) {
  if (!ctx.can('roots')) throw new ToolError('This client opens no folders')
  return ctx.roots()
}

/** The real path, which is within a root: links are followed before that is checked. */
async function within(ctx, path) {
  return pathWithin(await rootsOf(ctx), path).catch((error) => {
    throw OmniportError.is(error) ? new ToolError(error.message) : error
  })
}

/** Errors of files are for the model, without the real path. */
function explain({ code }) {
  const texts = { ENOENT: 'There is no such file', ENOTDIR: 'That is no folder', EISDIR: 'That is a folder' }
  throw new ToolError(texts[code] ?? 'That cannot be read')
}
