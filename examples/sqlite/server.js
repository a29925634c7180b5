import { createServer, resource, ToolError, tool } from 'omniport'

const text = (description) => ({ type: 'string', minLength: 1, description })

/** Notes of whoever calls. Without authentication, as on stdio, all notes are of one owner. */
export function createNotes(database) {
  const ownerOf = ({ principal }) => principal?.id ?? ''
  return createServer({
    name: 'notes',
    version: '1.0.0',
    tools: {
      add_note: tool({
        description: 'Writes a note',
        input: {
          type: 'object',
          properties: { title: text('A title that no other note has'), text: text('The note') },
          required: ['title', 'text'],
        },
        run(note, ctx) {
          if (!database.add(ownerOf(ctx), note))
            throw new ToolError(`There is a note "${note.title}"; choose another title`)
          return `Wrote "${note.title}"`
        },
      }),
      find_notes: tool({
        description: 'Finds notes by a part of their title or text, at most 20',
        annotations: { readOnlyHint: true },
        input: { type: 'object', properties: { words: text('What to look for') }, required: ['words'] },
        run: ({ words }, ctx) => ({ notes: database.find(ownerOf(ctx), words) }),
      }),
    },
    resources: {
      note: resource({
        uri: 'note://{title}',
        mimeType: 'text/plain',
        complete: {
          title: (value, ctx) => database.titles(ownerOf(ctx)).filter((title) => title.startsWith(value)),
        },
        read: ({ title }, ctx) => database.read(ownerOf(ctx), title),
      }),
    },
  })
}
