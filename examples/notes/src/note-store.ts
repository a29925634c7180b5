import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Note } from './note.js'
import { formatNote, parseNote } from './note-file.js'
import { isNoteId, toNoteId } from './note-id.js'

/** What happened to a note. */
export interface NoteChange {
  readonly type: 'added' | 'deleted'
  readonly id: string
}

/** Notes in a directory, one file each. The directory is made with the first note. */
export class NoteStore {
  readonly #directory: string
  readonly #listeners = new Set<(change: NoteChange) => void>()

  constructor(directory: string) {
    this.#directory = directory
  }

  /** In alphabetical order. */
  async ids(): Promise<readonly string[]> {
    const names = await unlessMissing(readdir(this.#directory))
    const ids = (names ?? []).flatMap((name) => (name.endsWith('.md') ? [name.slice(0, -3)] : []))
    return ids.filter(isNoteId).sort()
  }

  /** Undefined: there is none, or `id` is no id at all. */
  async get(id: string): Promise<Note | undefined> {
    if (!isNoteId(id)) return undefined
    const file = await unlessMissing(readFile(this.#file(id), 'utf8'))
    return file === undefined ? undefined : parseNote(id, file)
  }

  /** In the order of their ids. */
  async all(): Promise<readonly Note[]> {
    const notes = await Promise.all((await this.ids()).map((id) => this.get(id)))
    return notes.filter((note) => note !== undefined)
  }

  /** The id is made from the title. */
  async add(note: Omit<Note, 'id'>): Promise<Note> {
    await mkdir(this.#directory, { recursive: true })
    const id = await this.#create(note.title, formatNote(note))
    this.#announce({ type: 'added', id })
    return { id, ...note }
  }

  /** False: there was none. */
  async delete(id: string): Promise<boolean> {
    if (!isNoteId(id)) return false
    const gone = await unlessMissing(rm(this.#file(id)).then(() => true))
    if (gone === undefined) return false
    this.#announce({ type: 'deleted', id })
    return true
  }

  /** Calls `listener` after every change made here. */
  onChange(listener: (change: NoteChange) => void): void {
    this.#listeners.add(listener)
  }

  /** Never overwrites: whoever asks at the same time gets the next number. */
  async #create(title: string, contents: string): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      const id = toNoteId(title, attempt)
      try {
        await writeFile(this.#file(id), contents, { flag: 'wx' })
        return id
      } catch (problem) {
        if (codeOf(problem) !== 'EEXIST') throw problem
      }
    }
  }

  #file(id: string): string {
    return join(this.#directory, `${id}.md`)
  }

  #announce(change: NoteChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (problem) {
    if (codeOf(problem) === 'ENOENT') return undefined
    throw problem
  }
}

function codeOf(problem: unknown): string | undefined {
  return (problem as NodeJS.ErrnoException).code // node:fs throws nothing else
}
