/**
 * Regenerates the schemas, their types and the official examples from the `schema/` folder of the modelcontextprotocol
 * specification repository:
 *
 *     node scripts/generate-schemas.mjs <path to schema/>
 *
 * Reads `<revision>/schema.json` or `<revision>.schema.json`, and the examples of the newest revision from
 * `<revision>/examples/` or `<revision>.examples/`. Prose is stripped; one definition, or one example, is one line.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']
const prose = new Set(['description', 'markdownDescription'])

/**
 * Where the JSON Schema says less than, or other than, the schema.ts it was generated from, which is the source of truth:
 * `number` became `integer` and `null` vanished in unions of primitives, and the limit on completion values was a comment.
 */
const corrections = new Map([
  ['ElicitResult', { from: '"integer"', to: '"number"' }],
  ['JSONValue', { from: '["string","integer","boolean"]', to: '["string","number","boolean","null"]' }],
  ['CompleteResult', { from: '"values":{', to: '"values":{"maxItems":100,' }],
])

const [source] = process.argv.slice(2)
if (source === undefined) {
  console.error('usage: node scripts/generate-schemas.mjs <schema folder of the specification repository>')
  process.exit(2)
}
const library = new URL('../packages/omniport/src/', import.meta.url)
for (const revision of revisions) {
  const document = readSchema(source, revision)
  write(`protocol/schemas/${revision}.gen.ts`, toModule(document))
  write(`protocol/schemas/types/${revision}.gen.ts`, toTypes(document, revision))
}
write('wire/fixtures/examples.gen.json', readExamples(source, revisions.at(-1)))

function readSchema(root, revision) {
  const file = firstExisting(join(root, revision, 'schema.json'), join(root, `${revision}.schema.json`))
  const { $schema, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
  const [[key, definitions]] = Object.entries(rest)
  const corrected = Object.entries(withoutProse(definitions)).map(([name, definition]) => [
    name,
    correct(name, definition),
  ])
  return { $schema, key, definitions: corrected }
}

function correct(name, definition) {
  const { from, to } = corrections.get(name) ?? {}
  const text = JSON.stringify(definition)
  return JSON.parse(from === undefined ? text : text.replace(from, to))
}

function toModule({ $schema, key, definitions }) {
  return [
    "import type { JsonObject } from '../../values/json/json-object.js'",
    '',
    'export const schema: JsonObject = {',
    `$schema: ${JSON.stringify($schema)},`,
    `${key}: ${linePerEntry(definitions)},`,
    '}',
    '',
  ].join('\n')
}

/** Each definition as an exported type, and all of them by their names in `Definitions`. */
function toTypes({ definitions }, revision) {
  const types = definitions.map(([name, schema]) => `export type ${name} = ${toType(schema)}`)
  const members = definitions.map(([name]) => `  readonly ${name}: ${name}`)
  return [
    ...types,
    `/** The definitions of the schema of ${revision}, by name. */`,
    'export interface Definitions {',
    ...members,
    '}',
    '',
  ].join('\n')
}

function toType(schema) {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.anyOf !== undefined) return union(schema.anyOf.map(toType))
  if (schema.allOf !== undefined) return schema.allOf.map((part) => inParentheses(toType(part))).join(' & ')
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => toType({ ...schema, type })))
  if (schema.type === 'array')
    return `readonly ${inParentheses(schema.items === undefined ? 'unknown' : toType(schema.items))}[]`
  if (schema.type === 'object' || schema.properties !== undefined) return toObjectType(schema)
  return (
    { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[schema.type] ??
    'unknown'
  )
}

function toObjectType({ properties = {}, required = [], additionalProperties }) {
  const members = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name)
    const type = toType(schema)
    return `readonly ${JSON.stringify(name)}${isRequired ? '' : '?'}: ${isRequired || type === 'unknown' ? type : `${type} | undefined`}`
  })
  // An index signature has to hold for the named members as well, so that beside these it says nothing of the others.
  const others =
    typeof additionalProperties === 'object' && members.length === 0 ? toType(additionalProperties) : 'unknown'
  if (additionalProperties !== undefined || members.length === 0) members.push(`readonly [name: string]: ${others}`)
  return `{ ${members.join('; ')} }`
}

function union(types) {
  return [...new Set(types)].join(' | ')
}

function inParentheses(type) {
  return / [|&] /.test(type) || type.startsWith('readonly ') ? `(${type})` : type
}

function readExamples(root, revision) {
  const folder = firstExisting(join(root, revision, 'examples'), join(root, `${revision}.examples`))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
  const examples = files.sort().map((file) => {
    const name = file.replaceAll('\\', '/').slice(0, -'.json'.length)
    return [name, JSON.parse(readFileSync(join(folder, file), 'utf8'))]
  })
  return `${linePerEntry(examples)}\n`
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

function write(path, text) {
  writeFileSync(fileURLToPath(new URL(path, library)), text)
}

function firstExisting(...paths) {
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`None of ${paths.join(', ')} is there`)
  return found
}
