import type { JsonObject } from '../../values/json/json-object.js'
import { appendPointer } from '../../values/json/json-pointer.js'
import type { SafeSchema } from '../preflight/preflight.js'
import { ownKeyword, type Subschema, subschemas } from '../preflight/subschemas.js'
import { compiles, maxDepth, maxInstructions, maxLength, measureRegExp, repeatsGroup } from './measure-regexp.js'

/**
 * A pattern that may take exponential time and cannot be bounded. `path` is its JSON pointer, '' for one that the document does
 * not show; `reason` follows "it".
 */
export interface UnsafePattern {
  readonly pattern: string
  readonly path: string
  readonly reason: string
}

/** A pattern with its JSON pointer. */
export type PlacedPattern = readonly [source: string, path: string]

/** Returns the patterns of a document in which a group is repeated: no others are exponential. */
export function repeatingPatterns(schema: SafeSchema): readonly PlacedPattern[] {
  if (!schema.hasPatterns) return []
  const all = [...collectSchemas(schema)].flatMap(([outer, path]) => [...patternsOf(outer, path)])
  return all.filter(([source]) => repeatsGroup(source))
}

/**
 * Returns the patterns that cannot be bounded. Those of them that are exponential are unsafe: that takes a search, whose code
 * few servers need.
 */
export function suspectPatterns(patterns: readonly PlacedPattern[]): readonly UnsafePattern[] {
  return patterns.flatMap(([pattern, path]) => {
    const reason = obstacleOf(pattern)
    return reason === undefined ? [] : [{ pattern, path, reason }]
  })
}

function obstacleOf(source: string): string | undefined {
  if (source.length > maxLength) return `is longer than ${maxLength} characters`
  if (!compiles(source, 'u') && !compiles(source, '')) return 'is not valid without the flag v'
  const { size, depth, hasReference } = measureRegExp(source)
  if (depth > maxDepth) return `has groups deeper than ${maxDepth} levels`
  if (hasReference) return 'has a back reference'
  return 2 * size > maxInstructions ? 'is too large' : undefined
}

/** All schemas of a document with their paths, and those that references lead to. */
export function collectSchemas({ document, dialect, targets, pathOf }: SafeSchema): ReadonlyMap<JsonObject, string> {
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

/** The patterns of one schema, without those inside it. */
export function* patternsOf(schema: JsonObject, path: string): Generator<PlacedPattern> {
  const pattern = ownKeyword(schema, 'pattern')
  if (typeof pattern === 'string') yield [pattern, appendPointer(path, 'pattern')]
  const at = appendPointer(path, 'patternProperties')
  for (const source of Object.keys((ownKeyword(schema, 'patternProperties') ?? {}) as object)) {
    yield [source, appendPointer(at, source)]
  }
}
