import type { ObjectSchema } from '../protocol/model/object-schema.js'
import { isObject } from '../values/json/is-object.js'

/** A JSON Schema of an object that has no alternatives at its root. */
export interface ModelSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, unknown>>
  readonly [keyword: string]: unknown
}

/** Keywords that the APIs of models refuse at the root of a schema. */
const refused = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'if', 'then', 'else']

/**
 * Splits an input schema into what the APIs of models take and a sentence with the rest, empty if there is none. The server
 * checks the arguments against the whole schema.
 */
export function splitSchema({ type, properties, ...keywords }: ObjectSchema): {
  readonly schema: ModelSchema
  readonly rest: string
} {
  const entries = Object.entries(keywords)
  const rest = entries.filter(([keyword]) => refused.includes(keyword))
  const accepted = entries.filter(([keyword]) => !refused.includes(keyword))
  return {
    schema: { type, properties: isObject(properties) ? properties : {}, ...Object.fromEntries(accepted) },
    rest: rest.length === 0 ? '' : `\nThe arguments must also match: ${JSON.stringify(Object.fromEntries(rest))}`,
  }
}
