import { type AnySchema, safeParse, safeParseAsync } from '../server/zod-compat.js'

type ParseOutcome = Awaited<ReturnType<typeof safeParseAsync>>

/** Parses a value, at once where nothing in the schema can be asynchronous, which is several times faster. */
export function parseValue(schema: AnySchema, value: unknown): ParseOutcome | Promise<ParseOutcome> {
  return parsesAtOnce(schema) ? safeParse(schema, value) : safeParseAsync(schema, value)
}

const verdicts = new WeakMap<object, boolean>()

/** True if a schema has only parts that are known to be synchronous: none of them runs code of its author. */
function parsesAtOnce(schema: AnySchema): boolean {
  let verdict = verdicts.get(schema)
  if (verdict === undefined) {
    // A schema that contains itself is not known while it is looked at.
    verdicts.set(schema, false)
    verdict = isZod4(schema) ? isSynchronous4(schema._zod.def) : isSynchronous3(schema)
    verdicts.set(schema, verdict)
  }
  return verdict
}

type Definition = Readonly<Record<string, unknown>>

function isZod4(schema: object): schema is { readonly _zod: { readonly def: Definition } } {
  return '_zod' in schema
}

const leaves4: ReadonlySet<unknown> = new Set(
  'string number int boolean bigint date null undefined any unknown never void literal enum symbol nan'.split(' '),
)
const members4: Readonly<Record<string, readonly string[]>> = {
  object: ['shape', 'catchall'],
  array: ['element'],
  tuple: ['items', 'rest'],
  record: ['keyType', 'valueType'],
  union: ['options'],
  intersection: ['left', 'right'],
  optional: ['innerType'],
  nullable: ['innerType'],
  nonoptional: ['innerType'],
  default: ['innerType'],
  prefault: ['innerType'],
  readonly: ['innerType'],
}

function isSynchronous4(definition: Definition): boolean {
  const { type, checks } = definition
  if (Array.isArray(checks) && !checks.every(isKnownCheck)) return false
  if (leaves4.has(type)) return true
  const members = typeof type === 'string' && Object.hasOwn(members4, type) ? members4[type] : undefined
  return members?.every((name) => isSynchronousMember(definition[name])) ?? false
}

/** Refinements have the check `custom`. */
function isKnownCheck(check: unknown): boolean {
  const name = (check as { _zod?: { def?: { check?: unknown } } })._zod?.def?.check
  return typeof name === 'string' && name !== 'custom' && name !== 'overwrite'
}

const leaves3: ReadonlySet<unknown> = new Set(
  'String Number Boolean BigInt Date Null Undefined Any Unknown Never Void Literal Enum NativeEnum Symbol NaN'
    .split(' ')
    .map((name) => `Zod${name}`),
)
const members3: Readonly<Record<string, readonly string[]>> = {
  ZodObject: ['shape', 'catchall'],
  ZodArray: ['type'],
  ZodTuple: ['items', 'rest'],
  ZodRecord: ['keyType', 'valueType'],
  ZodUnion: ['options'],
  ZodIntersection: ['left', 'right'],
  ZodOptional: ['innerType'],
  ZodNullable: ['innerType'],
  ZodDefault: ['innerType'],
  ZodReadonly: ['innerType'],
}

function isSynchronous3(schema: object): boolean {
  const definition = (schema as { _def?: Definition })._def
  const type = definition?.['typeName']
  if (definition === undefined || leaves3.has(type)) return definition !== undefined
  const members = typeof type === 'string' && Object.hasOwn(members3, type) ? members3[type] : undefined
  return (
    members?.every((name) => {
      const member = definition[name]
      return isSynchronousMember(typeof member === 'function' ? member() : member)
    }) ?? false
  )
}

/** A schema, several of them, or an object of them. */
function isSynchronousMember(member: unknown): boolean {
  if (member === undefined || member === null) return true
  if (typeof member !== 'object') return false
  if ('_zod' in member || '_def' in member) return parsesAtOnce(member as AnySchema)
  return Object.values(member).every(isSynchronousMember)
}
