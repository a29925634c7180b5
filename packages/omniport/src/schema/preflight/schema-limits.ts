import type { Limits } from '../../protocol/limits/limits.js'

/** The limits of a JSON Schema document, which are checked before it is compiled. */
export type SchemaLimits = Pick<Limits, 'schemaBytes' | 'schemaDepth' | 'subschemas'>
