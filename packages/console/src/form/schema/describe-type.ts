import { resolveSchema } from './resolve-schema.js'
import { isSchema, listOf, numberOf, own, type Schema, textOf } from './schema.js'

/** The type of a value and its bounds in a few words: `integer, 1–50, default 10`. */
export function describeType(part: unknown, root: unknown): string {
  try {
    const { schema, type, branches, isNullable } = resolveSchema(part, root)
    const name = branches?.map((branch) => nameOf(branch)).join(' or ') ?? typeName(schema, type, root)
    const nullable = isNullable && type !== 'null' ? ' or null' : ''
    return [`${name}${nullable}`, ...boundsOf(schema), ...defaultOf(schema)].join(', ')
  } catch {
    return 'JSON'
  }
}

/** What a branch of a union is called. */
export function nameOf(schema: Schema): string {
  const constant = [...Object.values(propertiesOf(schema))].find(
    (each) => isSchema(each) && Object.hasOwn(each, 'const'),
  )
  const type = own(schema, 'type')
  return (
    textOf(schema, 'title') ??
    (isSchema(constant) ? String(constant['const']).slice(0, 40) : undefined) ??
    (typeof type === 'string' ? type : Object.hasOwn(schema, 'properties') ? 'object' : 'any')
  )
}

function propertiesOf(schema: Schema): Schema {
  const properties = own(schema, 'properties')
  return isSchema(properties) ? properties : {}
}

function typeName(schema: Schema, type: string | undefined, root: unknown): string {
  if (Object.hasOwn(schema, 'enum')) return 'enum'
  if (Object.hasOwn(schema, 'const')) return 'constant'
  if (type !== 'array') return type ?? 'any'
  const items = own(schema, 'items')
  if (!isSchema(items)) return 'array'
  const inner = resolveSchema(items, root)
  return `${typeName(inner.schema, inner.type, {})}[]`
}

function boundsOf(schema: Schema): readonly string[] {
  const low = numberOf(schema, 'minimum') ?? numberOf(schema, 'exclusiveMinimum')
  const high = numberOf(schema, 'maximum') ?? numberOf(schema, 'exclusiveMaximum')
  const lengths = range(numberOf(schema, 'minLength'), numberOf(schema, 'maxLength'))
  const items = range(numberOf(schema, 'minItems'), numberOf(schema, 'maxItems'))
  const found = [
    range(low, high),
    withNoun(lengths, 'character'),
    withNoun(items, 'item'),
    textOf(schema, 'format')?.slice(0, 40),
  ]
  return found.filter((each) => each !== undefined)
}

function withNoun(count: string | undefined, noun: string): string | undefined {
  if (count === undefined) return undefined
  return /^(from |up to )?1$/.test(count) ? `${count} ${noun}` : `${count} ${noun}s`
}

function range(low: number | undefined, high: number | undefined): string | undefined {
  if (low === undefined) return high === undefined ? undefined : `up to ${high}`
  return high === undefined ? `from ${low}` : low === high ? String(low) : `${low}–${high}`
}

function defaultOf(schema: Schema): readonly string[] {
  if (!Object.hasOwn(schema, 'default')) return []
  const text = JSON.stringify(schema['default']) ?? ''
  return text.length > 40 || listOf(schema, 'default').length > 3 ? ['with a default'] : [`default ${text}`]
}
