import type { StandardSchemaV1 } from '@standard-schema/spec'
import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import { findHiddenPatterns } from '../backtracking/find-hidden-patterns.js'
import { findExponentialPatterns, type UnsafePattern } from '../backtracking/pattern-guard.js'
import type { CheckResult } from '../engine.js'
import type { Issue } from '../issue.js'
import { createLazyCheck, type LazyCheck } from '../load-engine.js'
import { preflight } from '../preflight/preflight.js'
import type { SchemaLimits } from '../preflight/schema-limits.js'
import type { AnySchema, Schema } from '../schema.js'
import { lazyCheckOf } from './json-schema.js'
import { type SchemaSide, toJsonSchema } from './to-json-schema.js'

/** A prepared schema: the document for peers, and the check of values. */
export interface Validator {
  /** The JSON Schema document, frozen. */
  readonly document: JsonObject
  /**
   * Checks a value; the result has defaults and transforms applied, in a copy. It is synchronous if the vendor is, and for a
   * plain document after the first call. Throws or rejects only if the vendor's validator does, or if a plain document does not
   * compile.
   */
  check(value: unknown): CheckResult | Promise<CheckResult>
  /**
   * Loads and compiles what the first check of a plain document would wait for. Undefined when nothing is left to do. Rejects
   * with a `SchemaError` if the document does not compile.
   */
  prepare(): Promise<void> | undefined
  /** Patterns that only the library of the schema runs, and that may take it exponential time. Plain documents have none. */
  readonly unsafePatterns: readonly UnsafePattern[]
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
  const { guard, unsafe } = findExponentialPatterns(preflight(document, { ...limits, patterns: 'any' }))
  const hidden = standard.vendor === 'effect' ? findHiddenPatterns(schema) : []
  const check: Validator['check'] =
    guard === undefined
      ? (value) => checkStandard(standard, value)
      : (value) => {
          const refusal = guard.refusal(value)
          return refusal === undefined ? checkStandard(standard, value) : { issues: [refusal] }
        }
  return { document, check, prepare: () => undefined, unsafePatterns: [...unsafe, ...hidden] }
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
  return { document, check, prepare, unsafePatterns: [] }
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
