import process from 'node:process'
import { createNotesServer } from './create-notes-server.js'
import { NoteStore } from './note-store.js'

/** The notes in `NOTES_DIR`, by default in `./notes`. */
export const server = createNotesServer(new NoteStore(process.env['NOTES_DIR'] ?? 'notes'))

export default server
