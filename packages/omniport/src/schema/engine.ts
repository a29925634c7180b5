import type { Issue } from './issue.js'
import type { SafeSchema } from './preflight/preflight.js'

/** The outcome of a check: the value, with defaults and transforms applied, or at least one issue. */
export type CheckResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] }

/** Checks one value. Never throws for a value, never mutates it, and ends in bounded time whatever the value is. */
export type CheckValue = (value: unknown) => CheckResult

/** What runs JSON Schema documents. Replaceable, so that nothing else knows how they are run. */
export interface Engine {
  /** Compiles a document once for many checks. Throws a `SchemaError` for a pattern that proves too large. */
  compile(schema: SafeSchema): CheckValue
}
