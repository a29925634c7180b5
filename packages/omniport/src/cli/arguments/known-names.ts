import { lookUp } from './look-up.js'
import { toRecord } from './property-schemas.js'

/**
 * The names of arguments that a schema knows, also those of its branches and local references. Undefined: it allows others,
 * by `additionalProperties`, `unevaluatedProperties` or `patternProperties`, or because it says nothing of properties.
 */
export function knownNames(inputSchema: unknown): ReadonlySet<string> | undefined {
  const names = new Set<string>()
  const schemas = new Set([inputSchema])
  let hasProperties = false
  // Schemas that are added meanwhile are visited too, each once.
  for (const value of schemas) {
    const schema = toRecord(value)
    if (openKeywords.some((keyword) => (schema[keyword] ?? false) !== false)) return undefined
    hasProperties ||= schema['properties'] !== undefined
    for (const name of Object.keys(toRecord(schema['properties']))) names.add(name)
    const { $ref } = schema
    const target = typeof $ref === 'string' ? lookUp($ref, inputSchema) : undefined
    if (typeof $ref === 'string' && target === undefined) return undefined
    for (const part of [target, ...partsOf(schema)]) if (typeof part === 'object') schemas.add(part)
  }
  return hasProperties ? names : undefined
}

function partsOf(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => schema[keyword])
  const single = ['if', 'then', 'else'].map((keyword) => schema[keyword])
  return [...lists, ...single, ...Object.values(toRecord(schema['dependentSchemas']))]
}

const openKeywords = ['additionalProperties', 'unevaluatedProperties', 'patternProperties', '$dynamicRef'] as const
