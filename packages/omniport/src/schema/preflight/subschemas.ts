import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import { appendPointer } from '../../values/json/json-pointer.js'
import type { Dialect } from './dialects.js'
import { keywordsOf } from './keywords.js'

/** A schema inside another; true and false are schemas too. */
export type Subschema = JsonObject | boolean

/** A schema with its path. `inPlace` is true if it applies to the same value as the outer schema. */
export interface PlacedSubschema {
  readonly schema: Subschema
  readonly path: string
  readonly inPlace: boolean
}

/** Returns the schemas directly inside a schema; `path` is that of the outer one. */
export function* subschemas(outer: JsonObject, path: string, dialect: Dialect): Generator<PlacedSubschema> {
  for (const [name, value] of Object.entries(outer)) {
    const keyword = keywordsOf(dialect).get(name)
    if (keyword?.childKind === undefined) continue
    const at = appendPointer(path, name)
    const inPlace = keyword.inPlace === true
    if (isSubschema(value) && keyword.childKind === 'schema') yield { schema: value, path: at, inPlace }
    else for (const placed of members(value, at)) yield { ...placed, inPlace }
  }
}

/** The value of a keyword; undefined for a schema without it. */
export function ownKeyword(schema: JsonObject, keyword: string): unknown {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
}

/** True for what may stand where a schema is expected. */
export function isSubschema(value: unknown): value is Subschema {
  return typeof value === 'boolean' || isJsonObject(value)
}

function* members(value: unknown, path: string): Generator<{ schema: Subschema; path: string }> {
  for (const [name, member] of Object.entries(value as object)) {
    if (isSubschema(member)) yield { schema: member, path: appendPointer(path, name) }
  }
}
