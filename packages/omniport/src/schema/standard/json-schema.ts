import type { JsonObject } from '../../values/json/json-object.js'
import { createLazyCheck, type LazyCheck } from '../load-engine.js'
import { preflight } from '../preflight/preflight.js'
import type { Schema } from '../schema.js'

/**
 * Wraps a JSON Schema document as a schema. Its type `T` is not checked against the document. Any root is allowed; as the input
 * of a tool its `type` must be 'object'. Absent properties get their `default`, in a copy. The first validation is
 * asynchronous, because it loads the engine. Throws a `SchemaError` for a document that is invalid, unsupported or too costly.
 */
export function jsonSchema<T = Record<string, unknown>>(document: object): Schema<T, T> {
  const schema = preflight(document)
  const lazyCheck = createLazyCheck(schema)
  // The document is an object, so its copy is one.
  const convert = (): Record<string, unknown> => ({ ...(schema.document as JsonObject) })
  const standard: Schema<T, T> = {
    '~standard': {
      version: 1,
      vendor: 'omniport',
      // The caller guarantees that valid values have the type T.
      validate: (value) => lazyCheck.check(value) as { readonly value: T } | Promise<{ readonly value: T }>,
      jsonSchema: { input: convert, output: convert },
    },
  }
  lazyChecks.set(standard, lazyCheck)
  return standard
}

/** The checks of the schemas that `jsonSchema` returned. */
const lazyChecks = new WeakMap<object, LazyCheck>()

/** Returns the check of a schema that `jsonSchema` returned; undefined for others. */
export function lazyCheckOf(schema: object): LazyCheck | undefined {
  return lazyChecks.get(schema)
}
