/**
 * Regenerates `schemas/` and `examples/` from the `schema/` folder of the modelcontextprotocol specification repository:
 *
 *     node test/wire/generate-schemas.mjs <path to schema/>
 *
 * Reads `<revision>/schema.json` or `<revision>.schema.json`, and the examples of a revision that has any from
 * `<revision>/examples/` or `<revision>.examples/`. Prose is stripped; one definition, or one example, is one line.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']
const prose = new Set(['description', 'markdownDescription'])

const [source] = process.argv.slice(2)
if (source === undefined) {
  console.error('usage: node test/wire/generate-schemas.mjs <schema folder of the specification repository>')
  process.exit(2)
}
for (const revision of revisions) {
  writeSchema(source, revision)
  writeExamples(source, revision)
}

function writeSchema(root, revision) {
  const file = firstExisting(join(root, revision, 'schema.json'), join(root, `${revision}.schema.json`))
  if (file === undefined) throw new Error(`no schema of ${revision} in ${root}`)
  const { $schema, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
  const [[key, definitions]] = Object.entries(rest)
  const lines = linePerEntry(Object.entries(withoutProse(definitions)))
  write('schemas', revision, `{\n"$schema":${JSON.stringify($schema)},\n"${key}":${lines}\n}\n`)
}

function writeExamples(root, revision) {
  const folder = firstExisting(join(root, revision, 'examples'), join(root, `${revision}.examples`))
  if (folder === undefined) return
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
  const examples = files.sort().map((file) => {
    const name = file.replaceAll('\\', '/').slice(0, -'.json'.length)
    return [name, JSON.parse(readFileSync(join(folder, file), 'utf8'))]
  })
  write('examples', revision, `${linePerEntry(examples)}\n`)
}

/** A `description` that is a string is the keyword; one that is an object is a property of that name. */
function withoutProse(value) {
  if (Array.isArray(value)) return value.map(withoutProse)
  if (typeof value !== 'object' || value === null) return value
  const stored = Object.entries(value).filter(([key, entry]) => !(prose.has(key) && typeof entry === 'string'))
  return Object.fromEntries(stored.map(([key, entry]) => [key, withoutProse(entry)]))
}

function linePerEntry(entries) {
  return `{\n${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',\n')}\n}`
}

function write(folder, revision, text) {
  const target = fileURLToPath(new URL(folder, import.meta.url))
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, `${revision}.gen.json`), text)
}

function firstExisting(...paths) {
  return paths.find((path) => existsSync(path))
}
