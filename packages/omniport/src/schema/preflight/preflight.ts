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

/** A document that passed preflight, which engines require. */
export interface SafeSchema {
  /** A frozen copy of the document. */
  readonly document: Subschema
  readonly dialect: Dialect
  readonly targets: RefTargets
  /** True if a schema of it has a pattern. */
  readonly hasPatterns: boolean
  /** Returns the JSON pointer of a schema of this document. */
  readonly pathOf: (schema: JsonObject) => string
}

/** Limits that replace the defaults, and the treatment of patterns. */
export interface PreflightOptions {
  readonly schemaBytes?: number | undefined
  readonly schemaDepth?: number | undefined
  readonly subschemas?: number | undefined
  /**
   * `linear` (default): every pattern must run in linear time, or by counted steps. `any`: patterns are not read, since the vendor of the schema validates
   * the values.
   */
  readonly patterns?: 'linear' | 'any' | undefined
}

/**
 * Checks a JSON Schema document that may be hostile, in bounded time and without network access, and prepares it for an engine.
 * Throws a `SchemaError` for: anything but an object or a boolean; size, depth and subschemas over the limits; an unsupported
 * dialect; a keyword with an invalid value; a pattern that cannot run in bounded time; a reference that is not local or has no
 * target; composition that is endless or explodes. spec: basic/index#schema-validation
 */
export function preflight(document: unknown, options: PreflightOptions = {}): SafeSchema {
  if (!isSubschema(document)) throw new SchemaError('', 'a schema must be an object, true or false')
  const limits = limitsFrom(options)
  // A level of schemas takes up to two levels of JSON; enum, const and default values get as much again.
  const copy = copyJson(document, { bytes: limits.schemaBytes, depth: 4 * limits.schemaDepth }) as Subschema
  const dialect = dialectOf(copy)
  if (typeof copy === 'boolean') return { ...emptyAnalysis, document: copy, dialect }
  const index = new SchemaIndex(copy, { dialect, limits, anyPattern: options.patterns === 'any' })
  const targets = resolveRefs(index)
  checkCompositionCost(index, targets)
  const hasPatterns = [...index.schemas].some((schema) => hasPattern(schema))
  return { document: copy, dialect, targets, hasPatterns, pathOf: (schema) => index.location(schema).path }
}

/** For a document that is `true` or `false`. */
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
