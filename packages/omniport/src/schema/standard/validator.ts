import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { JsonObject } from '../../values/json/json-object.js'
import type { CheckResult } from '../engine.js'
import type { Issue } from '../issue.js'
import { createLazyCheck } from '../load-engine.js'
import { preflight } from '../preflight/preflight.js'
import type { SchemaLimits } from '../preflight/schema-limits.js'
import type { AnySchema, Schema } from '../schema.js'
import { type SchemaSide, toJsonSchema } from './to-json-schema.js'

/** A schema made ready: the document that peers see, and the check of values. */
export interface Validator {
  /** The JSON Schema document, frozen. */
  readonly document: JsonObject
  /**
   * Checks a value; the outcome has defaults and transforms applied, and the value given stays as it is. Synchronous where
   * the vendor is, and for a plain document from the second call on. Throws or rejects only if the vendor's validator does,
   * or if a plain document does not compile.
   */
  check(value: unknown): CheckResult | Promise<CheckResult>
}

/**
 * Converts and preflights a schema, so that a bad one fails where it is defined: a `TypeError` for what is not a usable
 * schema, its subclass `SchemaError` for a document that is refused. A Standard Schema is validated by its vendor, on both
 * sides from what it accepts to what it gives; a plain document by the engine, which is loaded on the first check.
 */
export function createValidator(schema: AnySchema, side: SchemaSide, limits?: Partial<SchemaLimits>): Validator {
  const document = toJsonSchema(schema, side)
  if (!isStandardSchema(schema)) return { document, check: createLazyCheck(preflight(document, limits)) }
  const standard = schema['~standard']
  if (typeof standard.validate !== 'function') {
    throw new TypeError(`this ${standard.vendor} schema cannot validate: it has JSON Schema conversion only`)
  }
  preflight(document, { ...limits, patterns: 'any' })
  return { document, check: (value) => checkStandard(standard, value) }
}

function isStandardSchema(schema: AnySchema): schema is Schema {
  return '~standard' in schema
}

function checkStandard(standard: StandardSchemaV1.Props, value: unknown): CheckResult | Promise<CheckResult> {
  const result = standard.validate(value)
  return isPromise(result) ? result.then(toCheckResult) : toCheckResult(result)
}

/** A promise of any realm. */
function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

function toCheckResult(result: StandardSchemaV1.Result<unknown>): CheckResult {
  if (!result.issues) return { value: result.value }
  return { issues: Array.from(result.issues, toIssue) }
}

function toIssue(issue: StandardSchemaV1.Issue): Issue {
  // Vendors give subclasses of arrays, whose own `map` would give more of them.
  return { path: Array.from(issue.path ?? [], toKey), message: String(issue.message) }
}

function toKey(segment: PropertyKey | StandardSchemaV1.PathSegment): string | number {
  const key = typeof segment === 'object' ? segment.key : segment
  return typeof key === 'symbol' ? (key.description ?? '') : key
}
