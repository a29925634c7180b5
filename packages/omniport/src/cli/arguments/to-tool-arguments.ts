import { CliError } from '../errors/cli-error.js'
import type { Argument } from './argument.js'
import { type PropertySchema, propertySchemas } from './property-schemas.js'
import { typesOf } from './types-of.js'

/**
 * Converts arguments for a tool: text to a type of the tool's `inputSchema`, if that is unambiguous, and a repeated
 * name to an array. @throws CliError `usage` for a repeated name that is not an array.
 */
export function toToolArguments(given: readonly Argument[], inputSchema: unknown): Record<string, unknown> {
  const schemas = propertySchemas(inputSchema)
  const values = new Map<string, unknown>()
  const several = new Set(
    given.flatMap(({ name }, at) => (given.findIndex((one) => one.name === name) < at ? name : [])),
  )
  for (const { name, value } of given) {
    const schema = schemas.get(name)
    const coerced = 'json' in value ? value.json : coerceText(value.text, schema)
    values.set(name, several.has(name) ? join(name, values.get(name), coerced) : coerced)
  }
  return Object.fromEntries(values)
}

function join(name: string, before: unknown, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new CliError('usage', `${name} is given more than once but is not an array`)
  return [...((before as unknown[] | undefined) ?? []), ...value] // what is before was joined here too
}

/** Text stays text if its schema allows a string, or nothing that fits: the server then says what it expected. */
function coerceText(text: string, property: PropertySchema | undefined): unknown {
  const { types, items } = typesOf(property)
  if (types.size === 0 || types.has('string')) return text
  const value = parse(text)
  if (value !== undefined && types.has(typeNameOf(value))) return value
  return types.has('array') ? [coerceText(text, items)] : text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function typeNameOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
