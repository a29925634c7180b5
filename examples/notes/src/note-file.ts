import type { Note } from './note.js'

/** A note as a Markdown file with its title and tags in front. */
export function formatNote({ title, tags, text }: Omit<Note, 'id'>): string {
  return `---\ntitle: ${title}\ntags: ${tags.join(', ')}\n---\n\n${text}\n`
}

/** A note out of a file, which may also be plain Markdown that somebody else wrote. */
export function parseNote(id: string, file: string): Note {
  const [, head, body] = frontMatter.exec(file) ?? [undefined, '', file]
  const fields = new Map((head ?? '').split(/\r?\n/).map(toField))
  const text = (body ?? '').trim()
  const title = fields.get('title') || /^# (.+)$/m.exec(text)?.[1]?.trim() || id
  const tags = (fields.get('tags') ?? '').split(',').flatMap((tag) => tag.trim() || [])
  return { id, title, tags, text }
}

const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/

function toField(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
}
