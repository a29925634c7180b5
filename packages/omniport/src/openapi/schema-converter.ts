import { isJsonObject, type JsonObject } from '../values/json/json-object.js'
import { type OpenApiDocument, own } from './open-api-document.js'
import { Unsupported } from './open-api-error.js'

/** Keywords whose value is taken as it is. */
const plain = [
  ...['type', 'enum', 'const', 'default', 'title', 'description', 'format', 'pattern', 'minLength', 'maxLength'],
  ...[
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minItems',
    'maxItems',
    'uniqueItems',
  ],
  ...['required', 'minProperties', 'maxProperties', 'deprecated', 'writeOnly'],
]
/** Keywords with one schema, with a list of them, and with schemas by their names. */
const single = ['items', 'additionalProperties', 'not', 'propertyNames']
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems']

/** Converts the schemas of one operation. Those that are referred to become `$defs`, each once, so that they may refer to themselves. */
export class SchemaConverter {
  readonly #document: OpenApiDocument
  readonly #definitions = new Map<string, JsonObject>()
  readonly #names = new Map<string, string>()

  constructor(document: OpenApiDocument) {
    this.#document = document
  }

  get definitions(): JsonObject {
    return Object.fromEntries(this.#definitions)
  }

  /** @throws Unsupported for what is no schema, or refers to nothing in the document. */
  convert(schema: unknown): JsonObject | boolean {
    if (typeof schema === 'boolean') return schema
    if (!isJsonObject(schema)) throw new Unsupported(`a schema must be an object; got ${JSON.stringify(schema)}`)
    const ref = own(schema, '$ref')
    if (ref !== undefined) return { $ref: `#/$defs/${this.#define(ref)}` }
    const { exclusiveMinimum, exclusiveMaximum, ...rest } = this.#members(schema)
    return {
      ...rest,
      ...bound('inimum', rest, exclusiveMinimum),
      ...bound('aximum', rest, exclusiveMaximum),
      ...nullable(schema),
    }
  }

  #members(schema: JsonObject): JsonObject {
    const members = new Map<string, unknown>()
    for (const name of plain) if (Object.hasOwn(schema, name)) members.set(name, schema[name])
    for (const name of single) if (Object.hasOwn(schema, name)) members.set(name, this.convert(schema[name]))
    for (const name of lists) {
      const list = own(schema, name)
      if (Array.isArray(list))
        members.set(
          name,
          list.map((each) => this.convert(each)),
        )
    }
    const properties = own(schema, 'properties')
    if (isJsonObject(properties)) {
      const converted = Object.entries(properties).map(([name, each]) => [name, this.convert(each)])
      members.set('properties', Object.fromEntries(converted))
    }
    return Object.fromEntries(members)
  }

  #define(ref: unknown): string {
    const known = this.#names.get(String(ref))
    if (known !== undefined) return known
    if (this.#names.size >= maxDefinitions)
      throw new Unsupported(`its schemas refer to more than ${maxDefinitions} others`)
    const name = `schema${this.#names.size + 1}`
    this.#names.set(String(ref), name) // before it is converted: it may refer to itself
    const converted = this.convert(this.#document.resolve({ $ref: ref }))
    this.#definitions.set(name, typeof converted === 'boolean' ? {} : converted)
    return name
  }
}

/** In version 3.0 an exclusive bound is a mark of the other bound. */
function bound(name: 'inimum' | 'aximum', { [`m${name}`]: value }: JsonObject, exclusive: unknown): JsonObject {
  if (exclusive === undefined || exclusive === false) return {}
  return { [`exclusiveM${name}`]: exclusive === true ? value : exclusive }
}

/** In version 3.0 null is not a type. */
function nullable(schema: JsonObject): JsonObject {
  const type = own(schema, 'type')
  return own(schema, 'nullable') === true && typeof type === 'string' ? { type: [type, 'null'] } : {}
}

const maxDefinitions = 200
