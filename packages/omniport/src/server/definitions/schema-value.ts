import { type Check, mustBe } from '../../values/options/check-options.js'

/**
 * Checks that a value is a Standard Schema that converts to JSON Schema, or a JSON Schema of an object. The document
 * itself is checked on first use.
 */
export const schemaValue: Check = (path, value) => {
  if (isStandard(value)) return requireConversion(path, value)
  if (typeof value !== 'object' || value === null) throw mustBe(path, 'a schema', value)
  if ('type' in value && value.type === 'object') return
  if (Object.values(value).some(isStandard)) {
    throw new TypeError(`${path} is a raw shape: wrap it in an object schema, such as z.object({ … })`)
  }
  throw new TypeError(
    `${path} must be a Standard Schema or a JSON Schema with "type": "object"; wrap other documents in jsonSchema()`,
  )
}

interface Standard {
  readonly '~standard': { readonly vendor?: unknown; readonly jsonSchema?: unknown }
}

/** Some libraries make their schemas functions. */
function isStandard(value: unknown): value is Standard {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('~standard' in value))
    return false
  return typeof value['~standard'] === 'object' && value['~standard'] !== null
}

function requireConversion(path: string, schema: Standard): void {
  const { vendor, jsonSchema } = schema['~standard']
  if (typeof jsonSchema === 'object' && jsonSchema !== null) return
  const advice = conversions.get(vendor) ?? 'use its wrapper for that'
  throw new TypeError(`${path} is a schema of ${String(vendor)} that cannot say itself as JSON Schema: ${advice}`)
}

/** What makes the schemas of a library convert themselves. */
const conversions: ReadonlyMap<unknown, string> = new Map([
  ['valibot', 'wrap it in toStandardJsonSchema() of @valibot/to-json-schema'],
  [
    'zod',
    "those that `import { z } from 'zod'` makes, 4.2 or later, can; for zod/mini write jsonSchema(z.toJSONSchema(schema))",
  ],
])
