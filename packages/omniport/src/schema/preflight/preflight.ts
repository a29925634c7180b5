import { defaultLimits } from '../../protocol/limits/limits.js'
import type { JsonObject } from '../../values/json/json-object.js'
import { copyJson } from '../copy-json.js'
import { SchemaError } from '../schema-error.js'
import { checkCompositionCost } from './check-composition-cost.js'
import { type Dialect, dialectOf } from './dialects.js'
import { type RefTargets, resolveRefs } from './resolve-refs.js'
import { SchemaIndex } from './schema-index.js'
import type { SchemaLimits } from './schema-limits.js'
import { isSubschema, type Subschema } from './subschemas.js'

/** A document that passed preflight: the only thing an engine compiles. */
export interface SafeSchema {
  /** A frozen copy of the document. */
  readonly document: Subschema
  readonly dialect: Dialect
  readonly targets: RefTargets
  /** Whether any schema of it matches texts or names with a pattern. */
  readonly hasPatterns: boolean
  /** The JSON pointer of a schema of this document. */
  readonly pathOf: (schema: JsonObject) => string
}

/** Limits to use instead of the defaults, and how to treat patterns. */
export interface PreflightOptions {
  readonly schemaBytes?: number | undefined
  readonly schemaDepth?: number | undefined
  readonly subschemas?: number | undefined
  /**
   * `linear` (default): every pattern must run on RE2. `any`: patterns are not read; only for a document that will never
   * be compiled, because its vendor validates the values.
   */
  readonly patterns?: 'linear' | 'any' | undefined
}

/**
 * Checks a JSON Schema document that may be hostile, in time bounded by the limits and without any network access, and
 * gives what an engine needs. Throws a `SchemaError` for: anything but an object or boolean; size, depth and number of
 * subschemas over the limits; a dialect that is not supported; a keyword whose value has the wrong form; a pattern that
 * cannot run in linear time; a reference that is not local or leads nowhere; composition that does not end or multiplies.
 * spec: basic/index#schema-validation
 */
export function preflight(document: unknown, options: PreflightOptions = {}): SafeSchema {
  if (!isSubschema(document)) throw new SchemaError('', 'a schema must be an object, true or false')
  const limits = limitsFrom(options)
  // A level of schemas takes at most two levels of JSON; values in enum, const and default get as much again.
  const copy = copyJson(document, { bytes: limits.schemaBytes, depth: 4 * limits.schemaDepth }) as Subschema
  const dialect = dialectOf(copy)
  if (typeof copy === 'boolean') return { ...emptyAnalysis, document: copy, dialect }
  const index = new SchemaIndex(copy, { dialect, limits, anyPattern: options.patterns === 'any' })
  const targets = resolveRefs(index)
  checkCompositionCost(index, targets)
  const hasPatterns = [...index.schemas].some((schema) => hasPattern(schema))
  return { document: copy, dialect, targets, hasPatterns, pathOf: (schema) => index.location(schema).path }
}

/** Of a document that is `true` or `false`. */
const emptyAnalysis = { targets: new Map(), hasPatterns: false, pathOf: () => '' }

function hasPattern(schema: JsonObject): boolean {
  return Object.hasOwn(schema, 'pattern') || Object.hasOwn(schema, 'patternProperties')
}

function limitsFrom(options: PreflightOptions): SchemaLimits {
  return {
    schemaBytes: options.schemaBytes ?? defaultLimits.schemaBytes,
    schemaDepth: options.schemaDepth ?? defaultLimits.schemaDepth,
    subschemas: options.subschemas ?? defaultLimits.subschemas,
  }
}
