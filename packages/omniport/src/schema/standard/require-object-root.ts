import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import { pointerKeys } from '../../values/json/json-pointer.js'
import { ownKeyword } from '../preflight/subschemas.js'

/**
 * Returns the document with `type: 'object'` at its root, as the protocol requires of tool and prompt inputs. It is added to a
 * union, an intersection or a reference that allows objects only. Throws a `TypeError` otherwise.
 */
export function requireObjectRoot(document: JsonObject): JsonObject {
  if (ownKeyword(document, 'type') === 'object') return document
  if (!allowsOnlyObjects(document, document, 0)) {
    throw new TypeError(
      `the root of an input schema must have type "object"${describeType(document)}; give a JSON Schema literal \`type: 'object'\``,
    )
  }
  return Object.freeze({ type: 'object', ...document })
}

/** The maximum nesting of unions. */
const maxDepth = 16

function allowsOnlyObjects(schema: unknown, root: JsonObject, depth: number): boolean {
  if (!isJsonObject(schema) || depth > maxDepth) return false
  if (Object.hasOwn(schema, 'type')) return schema['type'] === 'object'
  const inner = (part: unknown): boolean => allowsOnlyObjects(part, root, depth + 1)
  const union = ownKeyword(schema, 'anyOf') ?? ownKeyword(schema, 'oneOf')
  if (Array.isArray(union) && union.length > 0) return union.every(inner)
  const all = ownKeyword(schema, 'allOf')
  if (Array.isArray(all)) return all.some(inner)
  const ref = ownKeyword(schema, '$ref')
  return typeof ref === 'string' && ref.startsWith('#/') && inner(resolvePointer(ref, root))
}

function resolvePointer(ref: string, root: JsonObject): unknown {
  let target: unknown = root
  for (const key of pointerKeys(ref.slice(1))) target = isJsonObject(target) ? ownKeyword(target, key) : undefined
  return target
}

function describeType(document: JsonObject): string {
  const type = ownKeyword(document, 'type')
  return type === undefined ? '' : `, not ${JSON.stringify(type)}`
}
