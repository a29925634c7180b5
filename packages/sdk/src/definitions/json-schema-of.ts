import { type AnySchema, normalizeObjectSchema } from '../server/zod-compat.js'
import { toJsonSchemaCompat } from '../server/zod-json-schema-compat.js'

type JsonSchema = Record<string, unknown>

const texts = { input: new WeakMap<object, string>(), output: new WeakMap<object, string>() }

/**
 * The JSON Schema of an object schema; undefined for other schemas. It is made once for each schema, and copied for each caller, who
 * may change it.
 */
export function jsonSchemaOf(schema: AnySchema | undefined, side: 'input' | 'output'): JsonSchema | undefined {
  const object = normalizeObjectSchema(schema)
  if (object === undefined) return undefined
  let text = texts[side].get(object)
  if (text === undefined) {
    text = JSON.stringify(toJsonSchemaCompat(object, { strictUnions: true, pipeStrategy: side }))
    texts[side].set(object, text)
  }
  return JSON.parse(text)
}
