import { isSchema, listOf, own, type Schema, schemasOf } from './schema.js'

/** References that are followed one after the other, and schemas that are merged into one. */
const maxSteps = 32

/** A schema whose references and combinations are worked out, as far as a form needs it. */
export interface ResolvedSchema {
  readonly schema: Schema
  /** The one type that it has; undefined: any, or see `branches`. */
  readonly type?: string
  readonly isNullable: boolean
  /** Of a union: one of these. */
  readonly branches?: readonly Schema[]
}

/** Thrown where a schema is no form. The message says why, for the person. */
export class NoForm extends Error {}

/** Resolves a part of the schema `root`. Throws NoForm. */
export function resolveSchema(part: unknown, root: unknown): ResolvedSchema {
  const schema = flatten(part, root, 0)
  const branches = branchesOf(schema, root)
  if (branches === undefined) return typed(schema)
  const values = branches.filter((branch) => !isNullType(branch))
  const isNullable = values.length < branches.length
  const [only, second] = values
  if (only === undefined) return { schema, type: 'null', isNullable: true }
  if (second !== undefined && !values.every(isConstant))
    return { schema: without(schema), branches: values, isNullable }
  if (second !== undefined) return { schema: toEnum(without(schema), values), isNullable }
  const { isNullable: isInnerNullable, ...inner } = resolveSchema(merge(without(schema), only), root)
  return { ...inner, isNullable: isNullable || isInnerNullable }
}

/** Follows references and joins what `allOf` has. */
function flatten(part: unknown, root: unknown, steps: number): Schema {
  if (steps > maxSteps) throw new NoForm('The schema refers to itself without an end')
  if (part === true || part === undefined) return {}
  if (part === false) throw new NoForm('The schema allows no value here')
  if (!isSchema(part)) throw new NoForm('The schema here is not an object')
  const reference = own(part, '$ref') ?? own(part, '$dynamicRef')
  if (typeof reference === 'string') {
    const { $ref: _, $dynamicRef: __, ...beside } = part
    return flatten(merge(flatten(find(reference, root), root, steps + 1), beside), root, steps + 1)
  }
  const all = listOf(part, 'allOf')
  if (all.length > maxSteps) throw new NoForm(`The schema joins ${all.length} others`)
  const { allOf: _, ...rest } = part
  return all.reduce<Schema>((joined, each) => merge(joined, flatten(each, root, steps + 1)), rest)
}

/** Finds `#`, `#/…` and `#name` in the document: nothing is loaded from elsewhere. */
function find(reference: string, root: unknown): unknown {
  const missing = new NoForm(`The schema refers to ${reference}, which is not in it`)
  if (!reference.startsWith('#')) throw missing
  if (reference === '#') return root
  if (!reference.startsWith('#/')) {
    const definitions = isSchema(root) ? [...schemasOf(root, '$defs').values()] : []
    const anchored = definitions.find((each) => isSchema(each) && own(each, '$anchor') === reference.slice(1))
    if (anchored === undefined) throw missing
    return anchored
  }
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((inner, step) => {
      const name = decode(step).replaceAll('~1', '/').replaceAll('~0', '~')
      if (Array.isArray(inner)) return inner[Number(name)] ?? failWith(missing)
      return isSchema(inner) && Object.hasOwn(inner, name) ? inner[name] : failWith(missing)
    }, root)
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

function failWith(error: Error): never {
  throw error
}

/** Both at once. Where both name a property, it must fit both. */
function merge(left: Schema, right: Schema): Schema {
  const properties = schemasOf(left, 'properties')
  const added = [...schemasOf(right, 'properties')].map(([name, schema]): [string, unknown] => {
    const present = properties.get(name)
    return [name, present === undefined ? schema : { allOf: [present, schema] }]
  })
  const required = [...new Set([...listOf(left, 'required'), ...listOf(right, 'required')])]
  const joined = new Map([...properties, ...added])
  return {
    ...left,
    ...right,
    ...(joined.size > 0 ? { properties: Object.fromEntries(joined) } : {}),
    ...(required.length > 0 ? { required } : {}),
  }
}

function branchesOf(schema: Schema, root: unknown): readonly Schema[] | undefined {
  const type = own(schema, 'type')
  const among = ['oneOf', 'anyOf'].map((keyword) => listOf(schema, keyword)).find((list) => list.length > 0)
  if (among === undefined) {
    if (!Array.isArray(type)) return undefined
    return type.map((each) => ({ ...schema, type: each }))
  }
  if (among.length > maxSteps * 4) throw new NoForm(`The schema has ${among.length} alternatives`)
  const outer = without(schema)
  return among.map((each) => {
    const branch = flatten(each, root, 0)
    return isNullType(branch) ? branch : merge(outer, branch)
  })
}

function without(schema: Schema): Schema {
  const { oneOf: _, anyOf: __, ...rest } = schema
  return rest
}

function typed(schema: Schema): ResolvedSchema {
  const type = own(schema, 'type')
  const isNullable = own(schema, 'nullable') === true || listOf(schema, 'enum').includes(null)
  if (typeof type === 'string') return { schema, type, isNullable: isNullable || type === 'null' }
  if (Object.hasOwn(schema, 'properties') || Object.hasOwn(schema, 'required')) {
    return { schema, type: 'object', isNullable }
  }
  if (Object.hasOwn(schema, 'items') || Object.hasOwn(schema, 'prefixItems'))
    return { schema, type: 'array', isNullable }
  return { schema, isNullable }
}

function isNullType(schema: Schema): boolean {
  return own(schema, 'type') === 'null' || (Object.hasOwn(schema, 'const') && schema['const'] === null)
}

function isConstant(schema: Schema): boolean {
  return Object.hasOwn(schema, 'const')
}

/** A union of constants is a choice; their titles are the labels. */
function toEnum(schema: Schema, constants: readonly Schema[]): Schema {
  const names = constants.map((each) => own(each, 'title'))
  return { ...schema, enum: constants.map((each) => each['const']), enumNames: names }
}
