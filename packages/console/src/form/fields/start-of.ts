import { resolveSchema } from '../schema/resolve-schema.js'
import { isSchema, listOf, numberOf, own, schemasOf } from '../schema/schema.js'

/** Objects inside of objects that a new value is given. */
const maxDepth = 6

/**
 * A value to begin with, as JSON text: the default, the constant, an object with what it needs. A field that a person fills in stays
 * absent. Returns undefined where nothing can be said.
 */
export function startOf(part: unknown, root: unknown, depth = 0): string | undefined {
  try {
    const { schema, type, branches } = resolveSchema(part, root)
    if (Object.hasOwn(schema, 'const')) return JSON.stringify(schema['const'])
    if (Object.hasOwn(schema, 'default')) return JSON.stringify(schema['default'])
    if (branches !== undefined) return startOf(branches[0], root, depth)
    if (type === 'array') return '[]'
    if (type !== 'object' || depth > maxDepth) return undefined
    const properties = schemasOf(schema, 'properties')
    const needed = listOf(schema, 'required').flatMap((name) => {
      const start = typeof name === 'string' ? startOf(properties.get(name), root, depth + 1) : undefined
      return start === undefined ? [] : [`${JSON.stringify(name)}: ${start}`]
    })
    return needed.length === 0 ? '{}' : `{ ${needed.join(', ')} }`
  } catch {
    return undefined
  }
}

/** A value to begin with where there must be one: an item of a list, a member with a name. */
export function itemStartOf(part: unknown, root: unknown): string {
  return startOf(part, root) ?? simplest(part, root)
}

function simplest(part: unknown, root: unknown): string {
  try {
    const { schema, type, branches } = resolveSchema(part, root)
    const [first] = listOf(schema, 'enum')
    if (first !== undefined) return JSON.stringify(first)
    if (branches !== undefined) return simplest(branches[0], root)
    if (type === 'number' || type === 'integer') return String(Math.ceil(numberOf(schema, 'minimum') ?? 0))
    if (type === 'boolean') return 'false'
    if (type === 'object') return '{}'
    return type === 'array' ? '[]' : type === 'string' ? '""' : 'null'
  } catch {
    return 'null'
  }
}

/** The text of a whole form before anybody typed: an object over several lines. */
export function startOfForm(schema: unknown): string {
  const start = startOf(schema, schema)
  const value: unknown = start === undefined ? {} : JSON.parse(start)
  return isSchema(value) ? JSON.stringify(value, null, 2) : '{}'
}

/** Whether a default exists, and as what text it is hinted at. */
export function hintOf(part: unknown, root: unknown): string | undefined {
  try {
    const { schema } = resolveSchema(part, root)
    const value = own(schema, 'default') ?? listOf(schema, 'examples')[0]
    return value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)
  } catch {
    return undefined
  }
}
