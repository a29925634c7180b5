import { CliError } from '../cli-error.js'
import type { Argument } from './argument.js'
import { coerceText } from './coerce-text.js'
import { propertySchemas } from './property-schemas.js'

/**
 * Arguments as a tool takes them. Text becomes what the tool's `inputSchema` says it is, as far as that is unambiguous; a name
 * given more than once is an array.
 *
 * @throws CliError `usage` for a repeated name that is no array.
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
  if (!Array.isArray(value)) throw new CliError('usage', `${name} is given more than once and is no array`)
  return [...((before as unknown[] | undefined) ?? []), ...value] // what is before was joined here too
}
