import type { JsonObject } from '../../values/json/json-object.js'
import { createLazyCheck } from '../load-engine.js'
import { preflight } from '../preflight/preflight.js'
import type { Schema } from '../schema.js'

/**
 * A JSON Schema document as a schema of the type `T`, which is believed, not derived. Any root is allowed; as the input of
 * a tool its `type` must be 'object'. Values get the `default` of absent properties, in a copy. The first validation is
 * asynchronous, because it loads the engine. Throws a `SchemaError` for a document that is invalid, unsupported or too
 * costly.
 */
export function jsonSchema<T = Record<string, unknown>>(document: object): Schema<T, T> {
  const schema = preflight(document)
  const check = createLazyCheck(schema)
  // The document is an object, so its copy is one too.
  const convert = (): Record<string, unknown> => ({ ...(schema.document as JsonObject) })
  return {
    '~standard': {
      version: 1,
      vendor: 'omniport',
      // What T is was said by the caller: a valid value is one.
      validate: (value) => check(value) as { readonly value: T } | Promise<{ readonly value: T }>,
      jsonSchema: { input: convert, output: convert },
    },
  }
}
