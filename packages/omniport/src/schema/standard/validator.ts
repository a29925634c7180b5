import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { JsonObject } from '../../values/json/json-object.js'
import type { CheckResult } from '../engine.js'
import type { Issue } from '../issue.js'
import { createLazyCheck } from '../load-engine.js'
import { preflight } from '../preflight/preflight.js'
import type { SchemaLimits } from '../preflight/schema-limits.js'
import type { AnySchema, Schema } from '../schema.js'
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
}

/**
 * Converts and preflights a schema, so that a bad one fails at its definition: with a `TypeError`, or its subclass
 * `SchemaError` for a refused document. The vendor validates a Standard Schema; the engine, loaded on the first check,
 * validates a plain document.
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
