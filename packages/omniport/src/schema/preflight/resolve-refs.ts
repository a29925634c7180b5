import type { JsonObject } from '../../values/json/json-object.js'
import { appendPointer, pointerKeys } from '../../values/json/json-pointer.js'
import { SchemaError } from '../schema-error.js'
import type { SchemaIndex } from './schema-index.js'
import { isSubschema, type Subschema } from './subschemas.js'

/** The targets of the references of each schema; schemas without references are absent. */
export type RefTargets = ReadonlyMap<JsonObject, readonly Subschema[]>

/**
 * Resolves all references inside the document, without fetching. A target outside the known places of schemas is checked and
 * indexed too. Throws a `SchemaError` for a reference that is not local (`#`, `#/…`, `#anchor`) or has no target, and for a
 * dynamic one whose meaning depends on the path taken. spec: basic/index#ref-resolution
 */
export function resolveRefs(index: SchemaIndex): RefTargets {
  const targets = new Map<JsonObject, Subschema[]>()
  for (const schema of index.schemas) {
    for (const keyword of refKeywords) {
      if (!Object.hasOwn(schema, keyword)) continue
      if (keyword !== '$ref' && index.options.dialect === 'draft-07' && Object.hasOwn(schema, '$ref')) continue
      const target = resolve(schema, keyword, index)
      targets.set(schema, [...(targets.get(schema) ?? []), target])
    }
  }
  return targets
}

/** The references of all dialects: one that is ignored would accept anything. */
const refKeywords = ['$ref', '$recursiveRef', '$dynamicRef'] as const

function resolve(schema: JsonObject, keyword: string, index: SchemaIndex): Subschema {
  const { path, resource } = index.location(schema)
  const at = appendPointer(path, keyword)
  const ref = String(schema[keyword])
  if (!ref.startsWith('#')) throw new SchemaError(at, 'references must stay inside the document (#, #/…, #anchor)')
  if (keyword !== '$ref' && index.isCompound)
    throw new SchemaError(at, `${keyword} across several $id is not supported`)
  const fragment = decodeFragment(ref.slice(1), at)
  if (fragment === '') return resource
  if (!fragment.startsWith('/')) {
    const target = index.anchor(resource, fragment)
    if (target === undefined) throw new SchemaError(at, `the anchor ${ref} does not exist here`)
    return target
  }
  return followPointer(fragment, at, { index, resource })
}

function followPointer(fragment: string, at: string, from: { index: SchemaIndex; resource: JsonObject }): Subschema {
  let target: unknown = from.resource
  let path = from.index.location(from.resource).path
  for (const key of pointerKeys(fragment)) {
    const isThere = typeof target === 'object' && target !== null && Object.hasOwn(target, key)
    if (!isThere) throw new SchemaError(at, `#${fragment} has no target`)
    target = (target as JsonObject)[key]
    path = appendPointer(path, key)
  }
  if (!isSubschema(target)) throw new SchemaError(at, `#${fragment} is not a schema`)
  from.index.add(target, { path, depth: 1, resource: from.resource })
  return target
}

function decodeFragment(fragment: string, at: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch (cause) {
    throw new SchemaError(at, 'the fragment is not percent-encoded text', { cause })
  }
}
