import { createServer } from 'omniport'
import type { App } from './app.js'
import { noteUri } from './note.js'
import type { NoteStore } from './note-store.js'
import { reviewNote } from './prompts/review-note.js'
import { indexResource, indexUri } from './resources/index-resource.js'
import { noteResource } from './resources/note-resource.js'
import { addNote } from './tools/add-note.js'
import { deleteNote } from './tools/delete-note.js'
import { searchNotes } from './tools/search-notes.js'
import { summariseNotes } from './tools/summarise-notes.js'

/** A server for the notes of one store. It tells its clients of every change. */
export function createNotesServer(notes: NoteStore) {
  const server = createServer({
    name: 'notes',
    version: '0.1.0',
    instructions: 'Search before you add: notes are never overwritten, and a second one gets a number.',
    context: (): App => ({ notes }),
    tools: {
      add_note: addNote,
      search_notes: searchNotes,
      delete_note: deleteNote,
      summarise_notes: summariseNotes,
    },
    resources: { index: indexResource, note: noteResource },
    prompts: { review_note: reviewNote },
  })
  notes.onChange(({ id }) => {
    server.resources.listChanged()
    server.resources.updated(noteUri(id))
    server.resources.updated(indexUri)
  })
  return server
}
