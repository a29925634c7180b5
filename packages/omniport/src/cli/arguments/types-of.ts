import { lookUp } from './look-up.js'
import { type PropertySchema, toRecord } from './property-schemas.js'

/** The JSON types that a schema allows (`number` includes integers), and the schema of array items. */
export interface AllowedTypes {
  readonly types: ReadonlySet<string>
  readonly items: PropertySchema | undefined
}

/** Reads `type`, `const`, `enum`, branches of `anyOf` and `oneOf`, and local references. No types: nothing is known. */
export function typesOf(property: PropertySchema | undefined, depth = 0): AllowedTypes {
  if (property === undefined || depth > deepest) return { types: new Set(), items: undefined }
  const { root } = property
  const schema = toRecord(property.schema)
  const { $ref, items } = schema
  if (typeof $ref === 'string') return typesOf({ schema: lookUp($ref, root), root }, depth + 1)
  const branches = [schema['anyOf'], schema['oneOf']].flatMap((list) => (Array.isArray(list) ? list : []))
  const inner = branches.map((branch) => typesOf({ schema: branch, root }, depth + 1))
  // A branch without types allows everything.
  if (inner.some(({ types }) => types.size === 0)) return { types: new Set(), items: undefined }
  const own = items === undefined ? undefined : { schema: items, root }
  return {
    types: new Set([...ownTypes(schema), ...inner.flatMap(({ types }) => [...types])]),
    items: own ?? inner.find((branch) => branch.items !== undefined)?.items,
  }
}

const deepest = 8

function ownTypes(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const { type } = schema
  if (type !== undefined) return [type].flat().map((name) => (name === 'integer' ? 'number' : String(name)))
  const values = 'const' in schema ? [schema['const']] : schema['enum']
  return Array.isArray(values) ? values.map((value) => (value === null ? 'null' : typeof value)) : []
}
