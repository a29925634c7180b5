import { isJsonObject, type JsonObject } from '../json-object.js'

/**
 * A schema of a document in one piece: references are followed, `allOf` and unions of one are merged in. Where two parts say
 * the same keyword the outer one counts, and `properties` and `required` are united. Undefined for `true`, `false` and what
 * is no schema.
 */
export function flattenSchema(schema: unknown, document: JsonObject): JsonObject | undefined {
  return flatten(schema, document, 0)
}

/** References and unions inside each other, deeper than anyone writes them. */
const maxDepth = 16

function flatten(schema: unknown, document: JsonObject, depth: number): JsonObject | undefined {
  if (!isJsonObject(schema) || depth > maxDepth) return undefined
  const { $ref, allOf, ...own } = schema
  const parts: unknown[] = typeof $ref === 'string' ? [follow($ref, document)] : []
  if (Array.isArray(allOf)) parts.push(...allOf)
  for (const union of ['anyOf', 'oneOf'] as const) {
    const branches = own[union]
    if (!Array.isArray(branches) || branches.length !== 1) continue
    parts.push(branches[0])
    delete own[union]
  }
  return parts.reduce<JsonObject>((whole, part) => merge(flatten(part, document, depth + 1) ?? {}, whole), own)
}

function merge(inner: JsonObject, outer: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...inner, ...outer }
  if (isJsonObject(inner['properties']) && isJsonObject(outer['properties'])) {
    merged['properties'] = { ...inner['properties'], ...outer['properties'] }
  }
  if (Array.isArray(inner['required']) && Array.isArray(outer['required'])) {
    merged['required'] = [...new Set([...inner['required'], ...outer['required']])]
  }
  return merged
}

/** Only pointers into the document are followed: converters write no others. */
function follow(ref: string, document: JsonObject): unknown {
  if (ref === '#') return document
  if (!ref.startsWith('#/')) return undefined
  let target: unknown = document
  for (const segment of decodeURI(ref).slice(2).split('/')) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    target = isJsonObject(target) && Object.hasOwn(target, key) ? target[key] : undefined
  }
  return target
}
