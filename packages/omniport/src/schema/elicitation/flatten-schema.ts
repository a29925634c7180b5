import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import type { SafeSchema } from '../preflight/preflight.js'

/**
 * Merges a schema into one object: its references, `allOf`, and unions of one branch. For equal keywords the outer one wins;
 * `properties` and `required` are united. Undefined for anything but an object.
 */
export function flattenSchema(schema: unknown, { targets }: SafeSchema): JsonObject | undefined {
  // Preflight has refused endless composition.
  const flatten = (part: unknown): JsonObject | undefined => {
    if (!isJsonObject(part)) return undefined
    const { $ref: _ref, allOf, ...rest } = part
    const ownKeywords: Record<string, unknown> = rest
    const parts: unknown[] = [...(targets.get(part) ?? []), ...(Array.isArray(allOf) ? allOf : [])]
    for (const union of ['anyOf', 'oneOf'] as const) {
      const branches = ownKeywords[union]
      if (!Array.isArray(branches) || branches.length !== 1) continue
      parts.push(branches[0])
      delete ownKeywords[union]
    }
    return parts.reduce<JsonObject>((outer, inner) => merge(flatten(inner) ?? {}, outer), ownKeywords)
  }
  return flatten(schema)
}

function merge(inner: JsonObject, outer: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...inner, ...outer }
  if (isJsonObject(inner['properties']) && isJsonObject(outer['properties'])) {
    // The outer ones come first, and win.
    merged['properties'] = { ...outer['properties'], ...inner['properties'], ...outer['properties'] }
  }
  if (Array.isArray(inner['required']) && Array.isArray(outer['required'])) {
    merged['required'] = [...new Set([...outer['required'], ...inner['required']])]
  }
  return merged
}
