import type { AnySchema } from '../../schema/schema.js'
import { isObject } from '../../values/json/is-object.js'

/**
 * Refuses arguments that take no string, since clients send strings. `properties` are those of the JSON Schema. A document converts
 * nothing; what a library does with a string shows when one comes, except with Zod.
 *
 * @throws TypeError naming the prompt and the arguments.
 */
export function assertStrings(prompt: string, schema: AnySchema, properties: ReadonlyMap<string, unknown>): void {
  if ('~standard' in schema) {
    const names = zodArgumentsWithoutStrings(schema)
    if (names.length === 0) return
    throw new TypeError(`prompt "${prompt}": arguments are strings on the wire: coerce ${names.join(', ')}`)
  }
  for (const [name, property] of properties) {
    const type = isObject(property) ? property['type'] : undefined
    if (type === undefined || [type].flat().includes('string')) continue
    throw new TypeError(`prompt "${prompt}": arguments: ${name} takes no string, and clients send strings`)
  }
}

/**
 * JSON Schema cannot tell them: there `z.number()` and `z.coerce.number()` are the same. A schema that runs code first, as
 * `z.preprocess` does, may take strings.
 */
function zodArgumentsWithoutStrings(schema: unknown): readonly string[] {
  const { type, shape } = definitionOf(schema)
  if (type !== 'object') return []
  return Object.entries(shape ?? {}).flatMap(([name, member]) => (takesNoString(member) ? name : []))
}

function takesNoString(schema: unknown): boolean {
  const { type = '', coerce, innerType, in: first, options } = definitionOf(schema)
  if (type === 'union') return options?.every(takesNoString) === true
  if (type === 'pipe' || wrappers.test(type)) return takesNoString(innerType ?? first)
  return coerce !== true && withoutStrings.test(type)
}

/** Not `catch`, which takes everything. */
const wrappers = /^(optional|nullable|default|prefault|nonoptional|readonly)$/

const withoutStrings = /^(number|boolean|null|array|tuple|object|record)$/

/** The members of the definition of a Zod schema that are read here. */
interface Definition {
  readonly type?: string
  readonly coerce?: boolean
  readonly shape?: object | null
  readonly innerType?: unknown
  readonly in?: unknown
  readonly options?: readonly unknown[]
}

function definitionOf(schema: unknown): Definition {
  return (schema as { readonly _zod?: { readonly def?: Definition } } | undefined)?._zod?.def ?? {}
}
