// Needs Node 22.13 or later, for node:sqlite.
import { serveStdio } from 'omniport/stdio'
import { NotesDatabase } from './notes-database.js'
import { createNotes } from './server.js'

const database = new NotesDatabase(process.env.NOTES_FILE ?? 'notes.sqlite')
const { closed } = await serveStdio(createNotes(database))
await closed
database.close()
