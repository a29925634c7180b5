import type { Limits } from '../../protocol/limits/limits.js'

/** What a JSON Schema document may cost. Over a limit it is refused before it is compiled. */
export type SchemaLimits = Pick<Limits, 'schemaBytes' | 'schemaDepth' | 'subschemas'>
