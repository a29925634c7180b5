import type { JsonObject } from '../../values/json/json-object.js'
import type { SafeSchema } from '../preflight/preflight.js'
import { flattenSchema } from './flatten-schema.js'

/** A constant that a schema allows, with its title. */
export interface Choice {
  readonly value: unknown
  readonly title?: string | undefined
}

/**
 * Returns the constants that a flattened schema allows: by `const`, by `enum` with or without `enumNames`, or by a union of
 * such schemas with their titles; undefined for other schemas.
 */
export function readChoices(schema: JsonObject, safe: SafeSchema): readonly Choice[] | undefined {
  const { enum: values, enumNames } = schema
  if (Object.hasOwn(schema, 'const')) return [{ value: schema['const'] }]
  if (Array.isArray(values)) {
    const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : []
    return values.map((value: unknown, index) => withTitle(value, names[index]))
  }
  const union = schema['anyOf'] ?? schema['oneOf']
  if (!Array.isArray(union)) return undefined
  const choices: Choice[] = []
  for (const branch of union) {
    const inner = readBranch(branch, safe)
    if (inner === undefined) return undefined
    choices.push(...inner)
  }
  return choices
}

function readBranch(branch: unknown, safe: SafeSchema): readonly Choice[] | undefined {
  const schema = flattenSchema(branch, safe)
  if (schema === undefined) return undefined
  if (schema['type'] === 'null') return [{ value: null }]
  const choices = readChoices(schema, safe)
  const [only, ...others] = choices ?? []
  if (only === undefined || others.length > 0) return choices
  return [withTitle(only.value, only.title ?? schema['title'])]
}

function withTitle(value: unknown, title: unknown): Choice {
  return typeof title === 'string' ? { value, title } : { value }
}
