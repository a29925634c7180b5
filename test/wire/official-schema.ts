import { readFileSync } from 'node:fs'
import { Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Revision } from './revisions.js'

/** The official JSON Schema of one revision. Pointers are JSON Pointers into it, such as `/$defs/Tool/properties/name`. */
export interface OfficialSchema {
  readonly revision: Revision
  /** Whether the revision defines this name. */
  has(definition: string): boolean
  /** The pointer of a definition, for instance of `Tool`. Throws a `TypeError` when the revision has none of that name. */
  pointer(definition: string): string
  /** The schema at a pointer, not following `$ref`. */
  at(pointer: string): AnySchemaObject
  /** What is wrong with a value under the schema at a pointer, in the words of ajv; empty when it is valid. */
  errors(pointer: string, value: unknown): readonly ErrorObject[]
}

/** The official schema of a revision; read on the first call, each validator compiled on its first use. */
export function officialSchema(revision: Revision): OfficialSchema {
  const loaded = schemas.get(revision) ?? load(revision)
  schemas.set(revision, loaded)
  return loaded
}

const schemas = new Map<Revision, OfficialSchema>()

function load(revision: Revision): OfficialSchema {
  const file = new URL(`schemas/${revision}.gen.json`, import.meta.url)
  const { $schema, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
  const root = '$defs' in rest ? '$defs' : 'definitions'
  const definitions = new Map(
    Object.entries<unknown>(rest[root]).map(([name, schema]) => [name, correct(name, schema)]),
  )
  const document: AnySchemaObject = { $schema, [root]: Object.fromEntries(definitions) }
  const compile = compiler(document, root === '$defs')

  function pointer(definition: string): string {
    if (!definitions.has(definition)) throw new TypeError(`${revision} does not define ${definition}`)
    return `/${root}/${definition}`
  }
  return {
    revision,
    has: (definition) => definitions.has(definition),
    pointer,
    at: (path) => resolve(document, path),
    errors(path, value) {
      const validate = compile(path)
      return validate(value) ? [] : (validate.errors ?? [])
    },
  }
}

function compiler(document: AnySchemaObject, is2020: boolean): (pointer: string) => ValidateFunction {
  const options = { strict: false, allErrors: true, verbose: true }
  const ajv = is2020 ? new Ajv2020(options) : new Ajv(options)
  // ajv-formats is CommonJS: under Node's ES modules its default export is the module object, which holds the function.
  addFormats.default(ajv)
  ajv.addSchema(document, 'mcp')
  const validators = new Map<string, ValidateFunction>()
  return (pointer) => {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `mcp#${pointer}` })
    validators.set(pointer, validate)
    return validate
  }
}

/**
 * Where the JSON Schema says less than, or other than, the schema.ts it was generated from, which is the source of truth:
 * `number` became `integer` and `null` vanished in unions of primitives, and the limit on completion values was a comment.
 *
 * spec: basic/index#schema
 */
const corrections = new Map([
  ['ElicitResult', { from: '"integer"', to: '"number"' }],
  ['JSONValue', { from: '["string","integer","boolean"]', to: '["string","number","boolean","null"]' }],
  ['CompleteResult', { from: '"values":{', to: '"values":{"maxItems":100,' }],
])

function correct(name: string, definition: unknown): AnySchemaObject {
  const correction = corrections.get(name)
  const text = JSON.stringify(definition)
  return JSON.parse(correction === undefined ? text : text.replace(correction.from, correction.to))
}

function resolve(document: AnySchemaObject, pointer: string): AnySchemaObject {
  const keys = pointer.split('/').slice(1)
  return keys.reduce((schema, key) => schema[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}
