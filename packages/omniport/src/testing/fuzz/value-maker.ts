import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import { pointerKeys } from '../../values/json/json-pointer.js'
import { makeText } from './make-text.js'
import type { Random } from './random.js'

/** Makes values for the schemas of a document. They fit most schemas; whoever needs them to fit checks them. */
export class ValueMaker {
  readonly #document: JsonObject
  readonly #random: Random

  constructor(document: JsonObject, random: Random) {
    this.#document = document
    this.#random = random
  }

  /** A value for the whole document. */
  make(): unknown {
    return this.#make(this.#document, 0)
  }

  #make(schema: unknown, depth: number): unknown {
    if (!isJsonObject(schema)) return this.#random.pick([null, true, 0, 'text', {}])
    const flat = this.#flatten(schema, depth)
    if (Object.hasOwn(flat, 'const')) return flat['const']
    if (Array.isArray(flat['enum'])) return this.#random.pick(flat['enum'])
    switch (this.#typeOf(flat)) {
      case 'object':
        return this.#makeObject(flat, depth)
      case 'array':
        return this.#makeArray(flat, depth)
      case 'string':
        return makeText(flat, this.#random)
      case 'integer':
        return this.#makeNumber(flat, true)
      case 'number':
        return this.#makeNumber(flat, false)
      case 'boolean':
        return this.#random.chance(0.5)
      default:
        return null
    }
  }

  /** Joins a schema with what it refers to, with all of `allOf`, and with one of `anyOf` and of `oneOf`. */
  #flatten(schema: JsonObject, depth: number): JsonObject {
    const { $ref, allOf, anyOf, oneOf, ...rest } = schema
    const others: readonly unknown[] = [
      typeof $ref === 'string' ? this.#resolve($ref) : undefined,
      ...[allOf].flat(),
      ...[anyOf, oneOf].map((choices) => (Array.isArray(choices) ? this.#random.pick(choices) : undefined)),
    ]
    if (depth > maxDepth) return rest
    return others.filter(isJsonObject).reduce((joined, other) => join(joined, this.#flatten(other, depth + 1)), rest)
  }

  #resolve(ref: string): unknown {
    let found: unknown = this.#document
    for (const key of ref.startsWith('#/') ? pointerKeys(decodeURIComponent(ref.slice(1))) : []) {
      found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
    }
    return found
  }

  #typeOf(schema: JsonObject): unknown {
    const { type } = schema
    if (Array.isArray(type)) return this.#random.pick(type)
    if (type !== undefined) return type
    if (['properties', 'required', 'additionalProperties'].some((name) => name in schema)) return 'object'
    if (['items', 'prefixItems', 'minItems'].some((name) => name in schema)) return 'array'
    if (['minimum', 'maximum', 'multipleOf'].some((name) => name in schema)) return 'number'
    return 'string'
  }

  #makeObject(schema: JsonObject, depth: number): JsonObject {
    const { properties, required, additionalProperties, propertyNames } = schema
    const isRequired = new Set(Array.isArray(required) ? required : [])
    const known = isJsonObject(properties) ? properties : {}
    const optional = depth >= maxDepth ? 0 : 0.5
    const wanted = Object.keys(known).filter((name) => isRequired.has(name) || this.#random.chance(optional))
    const entries = wanted.map((name) => [name, this.#make(known[name], depth + 1)] as const)
    const missing = [...isRequired].filter((name) => !Object.hasOwn(known, String(name)))
    const others = missing.map((name) => [String(name), this.#make(additionalProperties, depth + 1)] as const)
    const count = isJsonObject(additionalProperties) && depth < maxDepth ? this.#random.integer(0, 3) : 0
    const added = Array.from({ length: count }, () => {
      const name = makeText(isJsonObject(propertyNames) ? propertyNames : {}, this.#random)
      return [name, this.#make(additionalProperties, depth + 1)] as const
    })
    return Object.fromEntries([...added, ...others, ...entries])
  }

  #makeArray(schema: JsonObject, depth: number): readonly unknown[] {
    const { prefixItems, items, minItems, maxItems, uniqueItems } = schema
    const prefix = Array.isArray(prefixItems) ? prefixItems : []
    const min = typeof minItems === 'number' ? minItems : 0
    const max = typeof maxItems === 'number' ? maxItems : Math.max(min, items === false ? prefix.length : min + 3)
    const length = this.#random.integer(min, depth >= maxDepth ? min : Math.max(min, Math.min(max, min + 20)))
    const made = Array.from({ length }, (_, index) => this.#make(prefix[index] ?? items, depth + 1))
    if (uniqueItems !== true) return made
    return [...new Map(made.map((value) => [JSON.stringify(value), value])).values()]
  }

  #makeNumber(schema: JsonObject, isInteger: boolean): number {
    const bound = (name: string, fallback: number) => (typeof schema[name] === 'number' ? schema[name] : fallback)
    const least = isInteger ? 1 : 0.001
    const low = Math.max(
      bound('minimum', Number.NEGATIVE_INFINITY),
      bound('exclusiveMinimum', Number.NEGATIVE_INFINITY) + least,
    )
    const high = Math.min(
      bound('maximum', Number.POSITIVE_INFINITY),
      bound('exclusiveMaximum', Number.POSITIVE_INFINITY) - least,
    )
    const step = bound('multipleOf', isInteger ? 1 : 0)
    const from = Number.isFinite(low) ? low : Math.min(-1_000, high - 1_000)
    const to = Number.isFinite(high) ? high : Math.max(1_000, low + 1_000)
    const edges = [from, to, 0, 1, -1, 2 ** 31, 2 ** 53 - 1, isInteger ? 7 : 0.1].filter((n) => n >= low && n <= high)
    const value = this.#random.chance(0.5)
      ? (this.#random.pick(edges) ?? from)
      : from + this.#random.next() * (to - from)
    return step > 0 ? Math.min(Math.ceil(value / step), Math.floor(high / step)) * step : value
  }
}

function join(first: JsonObject, second: JsonObject): JsonObject {
  const joined: Record<string, unknown> = { ...second, ...first }
  const [properties, others] = [first['properties'], second['properties']]
  if (isJsonObject(properties) && isJsonObject(others)) joined['properties'] = { ...others, ...properties }
  const required = [first['required'], second['required']].filter(Array.isArray).flat()
  if (required.length > 0) joined['required'] = required
  return joined
}

/** Deeper values have only what they must have. */
const maxDepth = 4
