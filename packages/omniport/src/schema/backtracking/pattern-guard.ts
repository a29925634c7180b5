import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import { memberNames } from '../../values/json/members.js'
import { cut } from '../../values/text/truncate.js'
import type { Issue } from '../issue.js'
import type { SafeSchema } from '../preflight/preflight.js'
import { isSubschema, ownKeyword, type Subschema, subschemas } from '../preflight/subschemas.js'
import { type BoundedPattern, boundPattern } from './bounded-pattern.js'
import { collectSchemas, patternsOf, type UnsafePattern } from './suspect-patterns.js'

/**
 * Creates the guard of a document that was converted from the schema of a library. Undefined if no pattern may take the regular
 * expressions of the library exponential time.
 */
export function createPatternGuard(schema: SafeSchema): PatternGuard | undefined {
  const search = new PatternSearch(schema)
  return search.owners.size > 0 ? new PatternGuard(search) : undefined
}

/** Returns those of suspect patterns that may take exponential time. */
export function confirmSuspects(suspects: readonly UnsafePattern[]): readonly UnsafePattern[] {
  return suspects.filter(({ pattern, path }) => {
    try {
      // One that the document does not show has no bounds, though it could have.
      return boundPattern(pattern) !== undefined && path === ''
    } catch (error) {
      if (error instanceof SyntaxError) return true
      throw error
    }
  })
}

class PatternSearch {
  readonly schema: SafeSchema
  /** The exponential patterns, by source. */
  readonly patterns = new Map<string, BoundedPattern>()
  /** The schemas that have one, or contain or refer to one that does. */
  readonly owners = new Set<JsonObject>()

  constructor(schema: SafeSchema) {
    this.schema = schema
    const all = collectSchemas(schema)
    for (const outer of all.keys()) {
      for (const [source] of patternsOf(outer, '')) if (this.#isExponential(source)) this.owners.add(outer)
    }
    for (let size = -1; size !== this.owners.size; ) {
      size = this.owners.size
      for (const outer of all.keys()) if (this.#leadsToOwner(outer, schema)) this.owners.add(outer)
    }
  }

  /** False for one that cannot be bounded. */
  #isExponential(source: string): boolean {
    if (this.patterns.has(source)) return true
    try {
      const pattern = boundPattern(source)
      if (pattern !== undefined) this.patterns.set(source, pattern)
      return pattern !== undefined
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
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
