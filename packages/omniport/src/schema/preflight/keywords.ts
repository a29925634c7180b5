import { isStringArray } from '../../values/json/is-string-array.js'
import { isJsonObject } from '../../values/json/json-object.js'
import type { Dialect } from './dialects.js'

/** The valid values of a keyword, and the schemas in them. */
export interface Keyword {
  /** A phrase to follow "must be". */
  readonly expects: string
  readonly accepts: (value: unknown) => boolean
  /**
   * `schema`: the value is a schema or an array of schemas. `map`: its members are schemas; those of `dependencies` may be
   * names.
   */
  readonly childKind?: 'schema' | 'map'
  /** True if its schemas apply to the same value, not to a part of it. */
  readonly inPlace?: true
}

/**
 * The keywords of a dialect; others are annotations. Old forms (`definitions`, `dependencies`, a list in `items` with
 * `additionalItems`) work in every dialect, because peers of older revisions send them without `$schema`.
 */
export function keywordsOf(dialect: Dialect): ReadonlyMap<string, Keyword> {
  return tables[dialect]
}

const string: Keyword = { expects: 'a string', accepts: (value) => typeof value === 'string' }
const boolean: Keyword = { expects: 'true or false', accepts: (value) => typeof value === 'boolean' }
const number: Keyword = { expects: 'a number', accepts: Number.isFinite }
const array: Keyword = { expects: 'an array', accepts: Array.isArray }
const object: Keyword = { expects: 'an object', accepts: isJsonObject }
const count: Keyword = {
  expects: 'a non-negative integer',
  accepts: (value) => Number.isInteger(value) && (value as number) >= 0,
}
const positive: Keyword = {
  expects: 'a number greater than 0',
  accepts: (value) => Number.isFinite(value) && (value as number) > 0,
}
const names: Keyword = { expects: 'an array of strings', accepts: isStringArray }
const anchor: Keyword = {
  expects: 'a name of letters, digits, ".", "-" and "_"',
  accepts: (value) => typeof value === 'string' && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value),
}
const types = new Set<unknown>(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])
const type: Keyword = {
  expects: 'one of array, boolean, integer, null, number, object and string, or an array of them',
  accepts: (value) =>
    types.has(value) || (Array.isArray(value) && value.length > 0 && value.every((name) => types.has(name))),
}

const schema: Keyword = { expects: 'a schema: an object, true or false', accepts: isSchema, childKind: 'schema' }
const schemas: Keyword = {
  expects: 'an array of schemas with at least one',
  accepts: (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  childKind: 'schema',
}
const items: Keyword = {
  expects: 'a schema, or an array of schemas',
  accepts: (value) => isSchema(value) || (Array.isArray(value) && value.every(isSchema)),
  childKind: 'schema',
}
const schemaMap: Keyword = {
  expects: 'an object whose members are schemas',
  accepts: (value) => isJsonObject(value) && Object.values(value).every(isSchema),
  childKind: 'map',
}
const dependencies: Keyword = {
  expects: 'an object whose members are schemas or arrays of strings',
  accepts: (value) =>
    isJsonObject(value) && Object.values(value).every((member) => isSchema(member) || isStringArray(member)),
  childKind: 'map',
  inPlace: true,
}
const nameLists: Keyword = {
  expects: 'an object whose members are arrays of strings',
  accepts: (value) => isJsonObject(value) && Object.values(value).every(isStringArray),
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isJsonObject(value)
}

function inPlace(keyword: Keyword): Keyword {
  return { ...keyword, inPlace: true }
}

const draft07: readonly (readonly [string, Keyword])[] = [
  ...entriesFor(['$id', '$schema', '$ref', '$comment', 'title', 'description', 'format', 'pattern'], string),
  ...entriesFor(['contentEncoding', 'contentMediaType'], string),
  // References of later dialects, which are followed in every dialect.
  ...entriesFor(['$recursiveRef', '$dynamicRef'], string),
  ...entriesFor(['readOnly', 'writeOnly', 'uniqueItems'], boolean),
  ...entriesFor(['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum'], number),
  ...entriesFor(['maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'], count),
  ...entriesFor(['enum', 'examples'], array),
  ...entriesFor(['additionalItems', 'additionalProperties', 'propertyNames', 'contains'], schema),
  ...entriesFor(['not', 'if', 'then', 'else'], inPlace(schema)),
  ...entriesFor(['allOf', 'anyOf', 'oneOf'], inPlace(schemas)),
  ...entriesFor(['properties', 'patternProperties', 'definitions'], schemaMap),
  ['type', type],
  ['multipleOf', positive],
  ['required', names],
  ['items', items],
  ['dependencies', dependencies],
]

const draft2019: readonly (readonly [string, Keyword])[] = [
  ...draft07,
  ...entriesFor(['$anchor'], anchor),
  ...entriesFor(['$vocabulary'], object),
  ...entriesFor(['$recursiveAnchor', 'deprecated'], boolean),
  ...entriesFor(['minContains', 'maxContains'], count),
  ...entriesFor(['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'], schema),
  ['$defs', schemaMap],
  ['dependentSchemas', inPlace(schemaMap)],
  ['dependentRequired', nameLists],
]

const draft2020: readonly (readonly [string, Keyword])[] = [
  ...draft2019.filter(([name]) => name !== '$recursiveAnchor'),
  ['$dynamicAnchor', anchor],
  ['prefixItems', schemas],
]

const tables: Readonly<Record<Dialect, ReadonlyMap<string, Keyword>>> = {
  'draft-07': new Map(draft07),
  '2019-09': new Map(draft2019),
  '2020-12': new Map(draft2020),
}

function entriesFor(keywords: readonly string[], keyword: Keyword): (readonly [string, Keyword])[] {
  return keywords.map((name) => [name, keyword] as const)
}
