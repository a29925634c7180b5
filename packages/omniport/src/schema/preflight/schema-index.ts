import type { JsonObject } from '../../values/json/json-object.js'
import { appendPointer } from '../../values/json/json-pointer.js'
import { assertPattern } from '../patterns/translate-pattern.js'
import { SchemaError } from '../schema-error.js'
import { type Dialect, readDialect } from './dialects.js'
import { keywordsOf } from './keywords.js'
import type { SchemaLimits } from './schema-limits.js'
import { type Subschema, subschemas } from './subschemas.js'

/** The options of an index. `anyPattern`: patterns are not checked. */
export interface SchemaIndexOptions {
  readonly dialect: Dialect
  readonly limits: SchemaLimits
  readonly anyPattern: boolean
}

/** The path of a schema, and the resource (the nearest schema with an `$id`, or the root) that its references start from. */
export interface SchemaLocation {
  readonly path: string
  readonly depth: number
  readonly resource: JsonObject
}

/**
 * All schemas of one document with their paths, and the anchors by name; each is checked against the dialect. The document must
 * be a copy in which each object occurs once.
 */
export class SchemaIndex {
  readonly options: SchemaIndexOptions
  readonly #locations = new Map<JsonObject, SchemaLocation>()
  readonly #anchors = new Map<JsonObject, Map<string, JsonObject>>()
  #count = 0

  constructor(root: JsonObject, options: SchemaIndexOptions) {
    this.options = options
    this.add(root, { path: '', depth: 1, resource: root })
  }

  /** The schemas in the order they were found; more are added while references are resolved. */
  get schemas(): Iterable<JsonObject> {
    return this.#locations.keys()
  }

  /** True if the document has several resources, so that dynamic references depend on the path taken. */
  get isCompound(): boolean {
    return this.#anchors.size > 1
  }

  location(schema: JsonObject): SchemaLocation {
    const location = this.#locations.get(schema)
    if (location === undefined) throw new Error('a schema of another document')
    return location
  }

  anchor(resource: JsonObject, name: string): JsonObject | undefined {
    return this.#anchors.get(resource)?.get(name)
  }

  /** Checks and registers a schema and all schemas inside it. Throws a `SchemaError`. */
  add(schema: Subschema, initial: SchemaLocation): void {
    if (typeof schema === 'object' && this.#locations.has(schema)) return
    const { limits, dialect } = this.options
    this.#count += 1
    if (this.#count > limits.subschemas) throw new SchemaError('', `it has more than ${limits.subschemas} subschemas`)
    if (initial.depth > limits.schemaDepth) {
      throw new SchemaError(initial.path, `schemas are nested deeper than ${limits.schemaDepth} levels`)
    }
    if (typeof schema === 'boolean') return
    checkKeywords(schema, initial.path, this.options)
    const location = { ...initial, resource: startsResource(schema, dialect) ? schema : initial.resource }
    this.#locations.set(schema, location)
    this.#register(schema, location)
    for (const inner of subschemas(schema, location.path, dialect)) {
      this.add(inner.schema, { ...location, path: inner.path, depth: location.depth + 1 })
    }
  }

  #register(schema: JsonObject, { resource, path }: SchemaLocation): void {
    if (!this.#anchors.has(resource)) this.#anchors.set(resource, new Map())
    if (Object.hasOwn(schema, '$schema') && readDialect(schema['$schema'], path) !== this.options.dialect) {
      throw new SchemaError(appendPointer(path, '$schema'), 'a document must have one dialect')
    }
    const anchors = this.#anchors.get(resource)
    for (const name of new Set(anchorsOf(schema, this.options.dialect))) {
      if (anchors?.has(name)) throw new SchemaError(path, `the anchor ${name} occurs twice`)
      anchors?.set(name, schema)
    }
  }
}

/** True for an `$id` that starts a resource; one that is only a fragment is an anchor (draft-07). */
function startsResource(schema: JsonObject, dialect: Dialect): boolean {
  const id = Object.hasOwn(schema, '$id') ? schema['$id'] : undefined
  if (dialect === 'draft-07' && Object.hasOwn(schema, '$ref')) return false
  return typeof id === 'string' && id !== '' && !id.startsWith('#')
}

function* anchorsOf(schema: JsonObject, dialect: Dialect): Generator<string> {
  const keywords = dialect === 'draft-07' ? ['$id'] : ['$anchor', '$dynamicAnchor']
  for (const keyword of keywords) {
    const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
    if (typeof value !== 'string') continue
    if (keyword !== '$id') yield value
    else if (/^#[^/]/.test(value)) yield value.slice(1)
  }
}

/**
 * Checks the keywords and patterns of one schema, without those inside it. Unknown keywords are accepted. Throws a
 * `SchemaError` at the keyword.
 */
function checkKeywords(schema: JsonObject, path: string, options: SchemaIndexOptions): void {
  const keywords = keywordsOf(options.dialect)
  for (const [name, value] of Object.entries(schema)) {
    const keyword = keywords.get(name)
    if (keyword !== undefined && !keyword.accepts(value)) {
      throw new SchemaError(appendPointer(path, name), `${name} must be ${keyword.expects}`)
    }
  }
  if (!options.anyPattern) checkPatterns(schema, path)
}

function checkPatterns(schema: JsonObject, path: string): void {
  if (Object.hasOwn(schema, 'pattern')) checkPattern(schema['pattern'] as string, appendPointer(path, 'pattern'))
  if (!Object.hasOwn(schema, 'patternProperties')) return
  const at = appendPointer(path, 'patternProperties')
  for (const pattern of Object.keys(schema['patternProperties'] as object))
    checkPattern(pattern, appendPointer(at, pattern))
}

function checkPattern(pattern: string, path: string): void {
  try {
    assertPattern(pattern)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new SchemaError(path, `the pattern ${error.message}`, { cause: error })
  }
}
