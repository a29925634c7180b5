import type { StandardJSONSchemaV1 } from '@standard-schema/spec'
import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import { mustBe } from '../../values/options/check-options.js'
import { copyJson } from '../copy-json.js'
import type { AnySchema } from '../schema.js'
import { requireObjectRoot } from './require-object-root.js'

/** The input of a schema, or its output after defaults and transforms. */
export type SchemaSide = 'input' | 'output'

const defaultDialect = 'https://json-schema.org/draft/2020-12/schema'

const cache: Readonly<Record<SchemaSide, WeakMap<object, JsonObject>>> = { input: new WeakMap(), output: new WeakMap() }

/**
 * Returns the JSON Schema document of a schema, frozen and cached: 2020-12 for a Standard Schema, a copy for a JSON Schema
 * literal. A vendor's `$schema` is dropped if it names the default, 2020-12, to keep documents small. The root of an `input`
 * must be an object: `type: 'object'` is added to a union or reference of objects only. Throws a `TypeError` with advice for a
 * raw shape, a schema that cannot be converted (the vendor's error is the cause), and an input that is not an object. spec:
 * server/tools#tool
 */
export function toJsonSchema(schema: AnySchema, side: SchemaSide): JsonObject {
  const cached = cache[side].get(schema)
  if (cached !== undefined) return cached
  const document = copyJson(convert(schema, side))
  if (!isJsonObject(document)) throw new TypeError('the JSON Schema of a schema must be an object')
  const result = side === 'input' ? requireObjectRoot(document) : document
  cache[side].set(schema, result)
  return result
}

function convert(schema: unknown, side: SchemaSide): unknown {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null || Array.isArray(schema)) {
    throw mustBe('a schema', 'a Standard Schema or a JSON Schema object', schema)
  }
  if (!('~standard' in schema)) return asLiteral(schema)
  const standard = schema['~standard'] as Partial<StandardJSONSchemaV1.Props>
  const vendor = String(standard.vendor)
  const converter = standard.jsonSchema?.[side]
  if (typeof converter !== 'function') {
    throw new TypeError(`this ${vendor} schema cannot be converted to JSON Schema${conversionHints.get(vendor) ?? ''}`)
  }
  try {
    const document: unknown = converter({ target: 'draft-2020-12' })
    return vendor === 'omniport' ? document : withoutDefaultDialect(document)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new TypeError(`${vendor} cannot convert the ${side} of this schema to JSON Schema: ${reason}`, { cause })
  }
}

const effectHint = ': wrap it, Schema.toStandardSchemaV1(Schema.toStandardJSONSchemaV1(schema))'

const conversionHints: ReadonlyMap<string, string> = new Map([
  ['valibot', ': wrap it, toStandardJsonSchema(schema) of @valibot/to-json-schema'],
  ['effect', effectHint],
  ['zod', ': zod 4.2 or later can'],
])

/** Returns a JSON Schema literal; throws for other objects without `~standard`. */
function asLiteral(schema: object): object {
  const shapeKeys = Object.keys(schema).filter((key) => isStandard((schema as JsonObject)[key]))
  if (shapeKeys.length > 0) {
    throw new TypeError(`a raw shape is not a schema (${shapeKeys.slice(0, 3).join(', ')}): wrap it, z.object({ … })`)
  }
  if ('ast' in schema) throw new TypeError(`this effect schema is not a Standard Schema${effectHint}`)
  if (typeof schema === 'function') throw new TypeError('a function is not a schema')
  return schema
}

function isStandard(value: unknown): boolean {
  return ((typeof value === 'object' && value !== null) || typeof value === 'function') && '~standard' in value
}

function withoutDefaultDialect(document: unknown): unknown {
  if (!isJsonObject(document) || !Object.hasOwn(document, '$schema') || document['$schema'] !== defaultDialect)
    return document
  const { $schema: _default, ...rest } = document
  return rest
}
