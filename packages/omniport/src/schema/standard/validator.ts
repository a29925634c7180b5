import type { StandardSchemaV1 } from '@standard-schema/spec'
import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import { hiddenPatterns } from '../backtracking/hidden-patterns.js'
import { repeatingPatterns, suspectPatterns, type UnsafePattern } from '../backtracking/suspect-patterns.js'
import type { CheckResult } from '../engine.js'
import type { Issue } from '../issue.js'
import { compileOnce, createLazyCheck, type LazyCheck } from '../load-engine.js'
import { preflight, type SafeSchema } from '../preflight/preflight.js'
import type { SchemaLimits } from '../preflight/schema-limits.js'
import type { AnySchema, Schema } from '../schema.js'
import { lazyCheckOf } from './json-schema.js'
import { type SchemaSide, toJsonSchema } from './to-json-schema.js'

/** A prepared schema: the document for peers, and the check of values. */
export interface Validator {
  /** The JSON Schema document, frozen. */
  readonly document: JsonObject
  /**
   * Checks a value; the result has defaults and transforms applied, in a copy. It is synchronous if the vendor is; for a plain
   * document, and for patterns with a group that is repeated, after the first call. Throws or rejects only if the vendor's
   * validator does, or if a plain document does not compile.
   */
  check(value: unknown): CheckResult | Promise<CheckResult>
  /**
   * Loads and compiles what the first check would wait for. Undefined when nothing is left to do. Rejects with a `SchemaError` if
   * a plain document does not compile.
   */
  prepare(): Promise<void> | undefined
  /**
   * Patterns that only the library of the schema runs, without bounds: they may take it exponential time, or be harmless, which
   * `unsafePatternsOf` finds out. Plain documents have none.
   */
  readonly suspectPatterns: readonly UnsafePattern[]
}

/**
 * Converts and preflights a schema, so that a bad one fails at its definition: with a `TypeError`, or its subclass
 * `SchemaError` for a refused document. The vendor validates a Standard Schema, after texts that
 * would keep its regular expressions busy were refused; the engine, loaded on the first check, validates a plain document.
 */
export function createValidator(schema: AnySchema, side: SchemaSide, limits?: Partial<SchemaLimits>): Validator {
  const document = toJsonSchema(schema, side)
  if (!isStandardSchema(schema)) return plainValidator(document, createLazyCheck(preflight(document, limits)))
  const lazyCheck = lazyCheckOf(schema)
  if (lazyCheck !== undefined) {
    preflight(document, limits)
    return plainValidator(document, lazyCheck)
  }
  const standard = schema['~standard']
  if (typeof standard.validate !== 'function') {
    throw new TypeError(`this ${standard.vendor} schema cannot validate: it has JSON Schema conversion only`)
  }
  const safe = preflight(document, { ...limits, patterns: 'any' })
  const repeating = repeatingPatterns(safe)
  const hidden = standard.vendor === 'effect' ? hiddenPatterns(schema) : []
  const { check, prepare } = repeating.length === 0 ? unguarded(standard) : guarded(standard, safe)
  return { document, check, prepare, suspectPatterns: [...suspectPatterns(repeating), ...hidden] }
}

/** Returns those of the suspect patterns of a validator that may take exponential time. */
export async function unsafePatternsOf({ suspectPatterns }: Validator): Promise<readonly UnsafePattern[]> {
  if (suspectPatterns.length === 0) return []
  const { confirmSuspects } = await loadPatternGuards()
  return confirmSuspects(suspectPatterns)
}

const loadPatternGuards = () => import('../backtracking/pattern-guard.js')

function unguarded(standard: StandardSchemaV1.Props): LazyCheck {
  return { check: (value) => checkStandard(standard, value), prepare: () => undefined }
}

function guarded(standard: StandardSchemaV1.Props, safe: SafeSchema): LazyCheck {
  return compileOnce(async () => {
    const { createPatternGuard } = await loadPatternGuards()
    const guard = createPatternGuard(safe)
    return (value) => {
      const refusal = guard?.refusal(value)
      return refusal === undefined ? checkStandard(standard, value) : { issues: [refusal] }
    }
  })
}

/**
 * Preflights a JSON Schema document of a peer, which may have any root. Nothing in it makes it a schema of a library.
 * @throws SchemaError for a refused document.
 */
export function createDocumentValidator(document: unknown, limits?: Partial<SchemaLimits>): Validator {
  const schema = preflight(document, limits)
  return plainValidator(isJsonObject(schema.document) ? schema.document : {}, createLazyCheck(schema))
}

function plainValidator(document: JsonObject, { check, prepare }: LazyCheck): Validator {
  return { document, check, prepare, suspectPatterns: [] }
}

function isStandardSchema(schema: AnySchema): schema is Schema {
  return '~standard' in schema
}

function checkStandard(standard: StandardSchemaV1.Props, value: unknown): CheckResult | Promise<CheckResult> {
  const result = standard.validate(value)
  return isPromise(result) ? result.then(toCheckResult) : toCheckResult(result)
}

/** True for promises of any realm. */
function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

function toCheckResult(result: StandardSchemaV1.Result<unknown>): CheckResult {
  if (!result.issues) return { value: result.value }
  return { issues: Array.from(result.issues, toIssue) }
}

function toIssue(issue: StandardSchemaV1.Issue): Issue {
  // Vendors use subclasses of arrays, whose `map` would return the subclass.
  return { path: Array.from(issue.path ?? [], toKey), message: String(issue.message) }
}

function toKey(segment: PropertyKey | StandardSchemaV1.PathSegment): string | number {
  const key = typeof segment === 'object' ? segment.key : segment
  return typeof key === 'symbol' ? (key.description ?? '') : key
}
