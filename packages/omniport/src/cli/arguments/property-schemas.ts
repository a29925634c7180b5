/** The schemas of a tool's arguments by name. */
export function propertySchemas(inputSchema: unknown): ReadonlyMap<string, PropertySchema> {
  const { properties } = toRecord(inputSchema)
  return new Map(Object.entries(toRecord(properties)).map(([name, schema]) => [name, { schema, root: inputSchema }]))
}

/** A schema, and the document that its references point into. */
export interface PropertySchema {
  readonly schema: unknown
  readonly root: unknown
}

/** The members of an object; other values have none. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
