import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import { appendPointer } from '../../values/json/json-pointer.js'
import { memberNames } from '../../values/json/members.js'
import { cut } from '../../values/text/truncate.js'
import type { Issue } from '../issue.js'
import type { SafeSchema } from '../preflight/preflight.js'
import { isSubschema, ownKeyword, type Subschema, subschemas } from '../preflight/subschemas.js'
import { type BoundedPattern, boundPattern } from './bounded-pattern.js'

/**
 * A pattern that may take exponential time and cannot be bounded. `path` is its JSON pointer, '' for one that the document does
 * not show; `reason` follows "it".
 */
export interface UnsafePattern {
  readonly pattern: string
  readonly path: string
  readonly reason: string
}

/** The result of looking for exponential patterns in a document. */
export interface PatternSafety {
  /** Undefined: no pattern needs it. */
  readonly guard: PatternGuard | undefined
  readonly unsafe: readonly UnsafePattern[]
}

/**
 * Finds the patterns of a document, converted from the schema of a library, that may take its regular expressions exponential
 * time. A document without patterns costs nothing.
 */
export function findExponentialPatterns(schema: SafeSchema): PatternSafety {
  if (!schema.hasPatterns) return { guard: undefined, unsafe: [] }
  const search = new PatternSearch(schema)
  return { guard: search.owners.size > 0 ? new PatternGuard(search) : undefined, unsafe: search.unsafe }
}

class PatternSearch {
  readonly schema: SafeSchema
  /** The exponential patterns, by source. */
  readonly patterns = new Map<string, BoundedPattern>()
  /** The schemas that have one, or contain or refer to one that does. */
  readonly owners = new Set<JsonObject>()
  readonly unsafe: UnsafePattern[] = []

  constructor(schema: SafeSchema) {
    this.schema = schema
    const all = collectSchemas(schema)
    for (const [outer, path] of all) {
      for (const [source, at] of patternsOf(outer, path)) if (this.#isExponential(source, at)) this.owners.add(outer)
    }
    for (let size = -1; size !== this.owners.size; ) {
      size = this.owners.size
      for (const [outer] of all) if (this.#leadsToOwner(outer, schema)) this.owners.add(outer)
    }
  }

  #isExponential(source: string, path: string): boolean {
    if (this.patterns.has(source)) return true
    try {
      const pattern = boundPattern(source)
      if (pattern !== undefined) this.patterns.set(source, pattern)
      return pattern !== undefined
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      this.unsafe.push({ pattern: source, path, reason: error.message })
      return false
    }
  }

  #leadsToOwner(outer: JsonObject, { targets, dialect }: SafeSchema): boolean {
    const isOwner = (inner: Subschema) => typeof inner === 'object' && this.owners.has(inner)
    if ((targets.get(outer) ?? []).some(isOwner)) return true
    for (const inner of subschemas(outer, '', dialect)) if (isOwner(inner.schema)) return true
    return false
  }
}

/** All schemas of a document with their paths, and those that references lead to. */
function collectSchemas({ document, dialect, targets, pathOf }: SafeSchema): ReadonlyMap<JsonObject, string> {
  const all = new Map<JsonObject, string>()
  const queue: Subschema[] = [document]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (typeof next === 'boolean' || all.has(next)) continue
    all.set(next, pathOf(next))
    queue.push(...(targets.get(next) ?? []))
    for (const inner of subschemas(next, '', dialect)) queue.push(inner.schema)
  }
  return all
}

function* patternsOf(schema: JsonObject, path: string): Generator<readonly [source: string, path: string]> {
  const pattern = ownKeyword(schema, 'pattern')
  if (typeof pattern === 'string') yield [pattern, appendPointer(path, 'pattern')]
  const at = appendPointer(path, 'patternProperties')
  for (const source of Object.keys((ownKeyword(schema, 'patternProperties') ?? {}) as object)) {
    yield [source, appendPointer(at, source)]
  }
}

/** Steps that one text may take, beside those for each of its characters, and all texts of one value. */
const stepsPerText = 50_000
const stepsPerCharacter = 64
const stepsPerValue = 10_000_000

class TooManyStepsError extends Error {}

/**
 * Refuses values whose texts would keep the regular expressions of a library busy. It knows the places of the patterns from the
 * document; every branch of a union counts. Values that it accepts may still be invalid.
 */
export class PatternGuard {
  readonly #search: PatternSearch

  constructor(search: PatternSearch) {
    this.#search = search
  }

  /** Returns why a value must not be validated; undefined if it may be. */
  refusal(value: unknown): Issue | undefined {
    const walk = new Walk(this.#search)
    try {
      walk.visit(value, this.#search.schema.document)
      return undefined
    } catch (error) {
      if (error instanceof TooManyStepsError) return walk.issue()
      if (error instanceof RangeError) return { path: [], message: 'is too complex to validate' }
      throw error
    }
  }
}

/** One walk through a value. An exception ends it, so its path then names the place. */
class Walk {
  readonly #schema: SafeSchema
  readonly #patterns: ReadonlyMap<string, BoundedPattern>
  readonly #owners: ReadonlySet<JsonObject>
  readonly #path: (string | number)[] = []
  #pattern: BoundedPattern | undefined
  #left = stepsPerValue
  #leftForText = 0

  constructor({ schema, patterns, owners }: PatternSearch) {
    this.#schema = schema
    this.#patterns = patterns
    this.#owners = owners
  }

  issue(): Issue {
    const pattern = this.#pattern
    const problem =
      pattern === undefined ? 'to validate' : `for the pattern ${JSON.stringify(cut(pattern.source, 100))}`
    return { path: [...this.#path], message: `is too complex ${problem}` }
  }

  visit(value: unknown, schema: Subschema): void {
    if (typeof schema === 'boolean' || !this.#owners.has(schema)) return
    this.#consume()
    for (const target of this.#schema.targets.get(schema) ?? []) this.visit(value, target)
    for (const inner of subschemas(schema, '', this.#schema.dialect)) if (inner.inPlace) this.visit(value, inner.schema)
    if (typeof value === 'string') this.#match(value, ownKeyword(schema, 'pattern'))
    else if (Array.isArray(value)) this.#visitItems(value, schema)
    else if (isJsonObject(value)) this.#visitMembers(value, schema)
  }

  #visitItems(value: readonly unknown[], schema: JsonObject): void {
    const lists = ['prefixItems', 'items'].map((name) => ownKeyword(schema, name)).filter(Array.isArray)
    const all = ['items', 'additionalItems', 'unevaluatedItems', 'contains'].map((name) => ownKeyword(schema, name))
    for (const [index, item] of value.entries()) {
      for (const inner of [...lists.map((list: readonly unknown[]) => list[index]), ...all])
        this.#enter(index, item, inner)
    }
  }

  #visitMembers(value: JsonObject, schema: JsonObject): void {
    const properties = (ownKeyword(schema, 'properties') ?? {}) as JsonObject
    const matched = (ownKeyword(schema, 'patternProperties') ?? {}) as JsonObject
    const all = ['additionalProperties', 'unevaluatedProperties'].map((name) => ownKeyword(schema, name))
    const names = ownKeyword(schema, 'propertyNames')
    for (const name of memberNames(value)) {
      this.#enter(name, name, names)
      for (const source of Object.keys(matched)) this.#match(name, source)
      for (const inner of [ownKeyword(properties, name), ...Object.values(matched), ...all]) {
        this.#enter(name, value[name], inner)
      }
    }
  }

  #enter(key: string | number, part: unknown, schema: unknown): void {
    if (!isSubschema(schema)) return
    this.#path.push(key)
    this.visit(part, schema)
    this.#path.pop()
  }

  #match(text: string, source: unknown): void {
    const pattern = this.#patterns.get(source as string)
    if (pattern === undefined) return
    this.#pattern = pattern
    this.#leftForText = stepsPerText + stepsPerCharacter * text.length
    pattern.match(text, this)
    this.#pattern = undefined
  }

  /** Takes one step of a matcher. */
  consume(count: number): void {
    this.#leftForText -= count
    this.#left -= count
    if (this.#leftForText < 0 || this.#left < 0) throw new TooManyStepsError()
  }

  #consume(): void {
    this.#left -= 1
    if (this.#left < 0) throw new TooManyStepsError()
  }
}
