import type { PropertySchema } from './property-schemas.js'
import { typesOf } from './types-of.js'

/**
 * Text as a value of the type its schema allows. It stays text where the schema allows a string, says nothing, or allows
 * nothing that the text could be: the server then says what it expected.
 */
export function coerceText(text: string, property: PropertySchema | undefined): unknown {
  const { types, items } = typesOf(property)
  if (types.size === 0 || types.has('string')) return text
  const value = parse(text)
  if (value !== undefined && types.has(typeNameOf(value))) return value
  return types.has('array') ? [coerceText(text, items)] : text
}

/** Undefined: not JSON, or only nearly. */
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
