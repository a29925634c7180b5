import { DatabaseSync } from 'node:sqlite'

/** Notes in a SQLite file. Whoever opens it closes it. Every value is bound, so that no text becomes a part of a statement. */
export class NotesDatabase {
  #database

  constructor(path) {
    this.#database = new DatabaseSync(path)
    this.#database.exec(`
      CREATE TABLE IF NOT EXISTS notes (
        id INTEGER PRIMARY KEY, owner TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL, UNIQUE (owner, title)
      ) STRICT`)
  }

  /** Returns false if the owner has a note with that title. */
  add(owner, { title, text }) {
    const insert = 'INSERT INTO notes (owner, title, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
    return this.#database.prepare(insert).run(owner, title, text).changes === 1
  }

  find(owner, words) {
    const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    const select = `SELECT title, text FROM notes WHERE owner = ? AND (title LIKE ? ESCAPE '\\' OR text LIKE ? ESCAPE '\\')
      ORDER BY title LIMIT 20`
    return this.#database
      .prepare(select)
      .all(owner, pattern, pattern)
      .map((row) => ({ ...row }))
  }

  titles(owner) {
    const rows = this.#database.prepare('SELECT title FROM notes WHERE owner = ? ORDER BY title').all(owner)
    return rows.map(({ title }) => title)
  }

  read(owner, title) {
    return this.#database.prepare('SELECT text FROM notes WHERE owner = ? AND title = ?').get(owner, title)?.text
  }

  close() {
    this.#database.close()
  }
}
