import { FastMCP, UserError } from 'fastmcp'
import { z } from 'zod'

const notes = new Map([['milk', 'Two litres']])
const server = new FastMCP({ name: 'notes', version: '1.0.0' })

server.addTool({
  name: 'delete_note',
  description: 'Deletes a note',
  parameters: z.object({ id: z.string() }),
  async execute({ id }, { elicit, log, reportProgress }) {
    if (!notes.has(id)) throw new UserError(`There is no note ${id}`)
    const { content } = await elicit({
      message: `Delete ${id}?`,
      requestedSchema: { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] },
    })
    if (!content?.sure) return 'Kept'
    notes.delete(id)
    log.info('deleted', { id })
    await reportProgress({ progress: 1, total: 1 })
    return 'Deleted'
  },
})

server.addResourceTemplate({
  uriTemplate: 'note://{id}',
  name: 'note',
  mimeType: 'text/plain',
  arguments: [{ name: 'id', required: true }],
  load: async ({ id }) => ({ text: notes.get(id) }),
})

server.addPrompt({
  name: 'shorten',
  description: 'Asks for a shorter note',
  arguments: [{ name: 'id', required: true }],
  load: async ({ id }) => `Shorten this: ${notes.get(id)}`,
})

await server.start({ transportType: 'stdio' })
