import type { Issue } from './issue.js'
import type { SafeSchema } from './preflight/preflight.js'

/** The result of a check: the value with defaults and transforms applied, or at least one issue. */
export type CheckResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] }

/** Checks one value. It never throws for a value, never mutates it, and ends in bounded time. */
export type CheckValue = (value: unknown) => CheckResult

/** Runs JSON Schema documents. */
export interface Engine {
  /** Compiles a document for many checks. Throws a `SchemaError` for a pattern that is too large. */
  compile(schema: SafeSchema): CheckValue
}
