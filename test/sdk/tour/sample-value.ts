import type { JsonObject } from '../../interop/json.js'

/** Which properties of an object get a value. */
export type Extent = 'required' | 'all'

/** A value that a JSON Schema accepts, the same for the same schema. Patterns are not looked at. */
export function sampleValue(schema: unknown, extent: Extent, root: unknown = schema, depth = 0): unknown {
  if (!isObject(schema) || depth > 8) return 'x'
  const next = (inner: unknown) => sampleValue(inner, extent, root, depth + 1)
  const { $ref: ref, anyOf, oneOf, allOf } = schema
  if (typeof ref === 'string') return next(resolve(root, ref))
  if ('const' in schema) return schema['const']
  if ('default' in schema) return schema['default']
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[])[0]
  if (Array.isArray(schema['examples']) && schema['examples'].length > 0) return (schema['examples'] as unknown[])[0]
  if (Array.isArray(allOf)) return next(Object.assign({}, schema, { allOf: undefined }, ...(allOf as object[])))
  const choice: unknown = [anyOf, oneOf].find(Array.isArray)?.[0]
  if (choice !== undefined) return next(choice)
  return sampleOfType(schema, extent, next)
}

function sampleOfType(schema: JsonObject, extent: Extent, next: (inner: unknown) => unknown): unknown {
  const type = ([schema['type']].flat() as unknown[])[0] ?? ('properties' in schema ? 'object' : 'string')
  if (type === 'object') return sampleObject(schema, extent, next)
  if (type === 'array')
    return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () => next(schema['items']))
  if (type === 'number' || type === 'integer') return sampleNumber(schema)
  if (type === 'boolean') return true
  return type === 'null' ? null : sampleString(schema)
}

function sampleObject(schema: JsonObject, extent: Extent, next: (inner: unknown) => unknown): JsonObject {
  const required = new Set((schema['required'] ?? []) as readonly string[])
  const properties = Object.entries((schema['properties'] ?? {}) as JsonObject)
  const wanted = properties.filter(([name]) => extent === 'all' || required.has(name))
  return Object.fromEntries(wanted.map(([name, inner]) => [name, next(inner)]))
}

function sampleNumber({ minimum, exclusiveMinimum, maximum }: JsonObject): number {
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1
  const lowest = typeof minimum === 'number' ? minimum : 1
  return typeof maximum === 'number' ? Math.min(Math.max(lowest, 1), maximum) : lowest
}

const formats: Readonly<Record<string, string>> = {
  uri: 'https://example.com/a',
  url: 'https://example.com/a',
  email: 'ada@example.com',
  date: '2026-01-02',
  'date-time': '2026-01-02T03:04:05Z',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
}

function sampleString({ format, minLength, maxLength }: JsonObject): string {
  const text = formats[String(format)] ?? 'text'
  return text.padEnd(Number(minLength ?? 0), '.').slice(0, Number(maxLength ?? text.length + 1_000))
}

function resolve(root: unknown, ref: string): unknown {
  const names = ref.replace(/^#\/?/, '').split('/').filter(Boolean)
  return names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), root)
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
