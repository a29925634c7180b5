/** What a JSON Schema document may cost. Over a limit it is refused before it is compiled. */
export interface SchemaLimits {
  /** Bytes of its JSON text. Default 256 KiB. */
  readonly schemaBytes: number
  /** Schemas inside schemas. Default 32. */
  readonly schemaDepth: number
  /** Schemas in all, the root included. Default 2,000. */
  readonly subschemas: number
}

/** The limits used where none are given. */
export const schemaLimits: SchemaLimits = Object.freeze({
  schemaBytes: 256 * 1024,
  schemaDepth: 32,
  subschemas: 2_000,
})
