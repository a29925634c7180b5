/** A JSON Schema that is an object. It comes of a server: any keyword may have any value. */
export type Schema = Readonly<Record<string, unknown>>

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The schemas of a keyword that holds a map of them, such as `properties`. Names like `__proto__` are names. */
export function schemasOf(schema: Schema, keyword: string): ReadonlyMap<string, unknown> {
  const map = own(schema, keyword)
  return new Map(isSchema(map) ? Object.entries(map) : [])
}

/** A member of the object itself: never of its prototype. */
export function own(schema: Schema, keyword: string): unknown {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
}

export function listOf(schema: Schema, keyword: string): readonly unknown[] {
  const list = own(schema, keyword)
  return Array.isArray(list) ? list : []
}

export function textOf(schema: Schema, keyword: string): string | undefined {
  const text = own(schema, keyword)
  return typeof text === 'string' && text !== '' ? text : undefined
}

export function numberOf(schema: Schema, keyword: string): number | undefined {
  const number = own(schema, keyword)
  return typeof number === 'number' ? number : undefined
}
