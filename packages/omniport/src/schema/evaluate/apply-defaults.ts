import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import { hasMember } from '../../values/json/members.js'
import type { SafeSchema } from '../preflight/preflight.js'
import { isSubschema, ownKeyword, type Subschema } from '../preflight/subschemas.js'
import type { CheckRun } from './check-run.js'

/** True if `applyDefaults` may change values. */
export function hasDefaults(schema: SafeSchema): boolean {
  return JSON.stringify(schema.document).includes('"default":')
}

/**
 * Returns the value with the `default` of each absent property, at any depth that `properties`, `items`, `allOf` and references
 * reach; alternatives (`anyOf`, `if`, …) are ignored. Changed parts are copied, the original stays. Defaults inside of inserted
 * defaults are not applied. Work is taken from the run.
 */
export function applyDefaults(value: unknown, schema: SafeSchema, run: CheckRun): unknown {
  return fill(value, schema.document, { schema, run })
}

interface FillContext {
  readonly schema: SafeSchema
  readonly run: CheckRun
}

function fill(value: unknown, schema: Subschema, context: FillContext): unknown {
  if (typeof schema === 'boolean' || typeof value !== 'object' || value === null) return value
  context.run.consume(1)
  const targets = context.schema.targets.get(schema) ?? []
  const filled = targets.reduce((part: unknown, target) => fill(part, target, context), value)
  if (context.schema.dialect === 'draft-07' && targets.length > 0) return filled
  const all = ownKeyword(schema, 'allOf')
  const merged = Array.isArray(all) ? all.reduce((part, inner) => fill(part, inner, context), filled) : filled
  if (Array.isArray(merged)) return fillItems(merged, schema, context)
  return isJsonObject(merged) ? fillMembers(merged, schema, context) : merged
}

function fillMembers(value: JsonObject, schema: JsonObject, context: FillContext): JsonObject {
  const properties = ownKeyword(schema, 'properties')
  if (!isJsonObject(properties)) return value
  let copy: Record<string, unknown> | undefined
  for (const [name, inner] of Object.entries(properties) as [string, Subschema][]) {
    context.run.consume(1)
    const isThere = hasMember(value, name)
    const hasDefault = isJsonObject(inner) && Object.hasOwn(inner, 'default')
    if (!isThere && !hasDefault) continue
    const member = isThere
      ? fill(value[name], inner, context)
      : structuredClone(ownKeyword(inner as JsonObject, 'default'))
    if (isThere && member === value[name]) continue
    copy ??= { ...value }
    Object.defineProperty(copy, name, { value: member, enumerable: true, writable: true, configurable: true })
  }
  return copy ?? value
}

function fillItems(value: readonly unknown[], schema: JsonObject, context: FillContext): readonly unknown[] {
  const items = ownKeyword(schema, 'items')
  const list = (Array.isArray(items) ? items : (ownKeyword(schema, 'prefixItems') ?? [])) as readonly unknown[]
  const others = Array.isArray(items) ? ownKeyword(schema, 'additionalItems') : items
  if (list.length === 0 && others === undefined) return value
  let copy: unknown[] | undefined
  for (const [index, item] of value.entries()) {
    const inner = list[index] ?? others
    const filled = isSubschema(inner) ? fill(item, inner, context) : item
    if (filled === item || typeof item !== 'object') continue
    copy ??= [...value]
    copy[index] = filled
  }
  return copy ?? value
}
