import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import { isSecretField } from '../is-secret-field.js'
import type { SafeSchema } from '../preflight/preflight.js'
import { flattenSchema } from './flatten-schema.js'
import { checkField } from './form-content.js'
import { type Choice, readChoices } from './read-choices.js'

/**
 * Reduces the schema of a property to a field of a form, in the shape of the newest revision. Keywords that have no place there
 * and only narrow the value are left out, since the answer is checked against the whole schema.
 *
 * spec: client/elicitation#requested-schema
 * @throws TypeError that names the property, if it cannot be a field or is a secret.
 */
export function reduceField(name: string, schema: unknown, safe: SafeSchema): JsonObject {
  const flattened = flattenSchema(schema, safe)
  if (flattened === undefined) throw fieldError(name, 'its schema must be an object')
  const shape = reduceShape(name, flattened, safe)
  if (isSecretField(name, flattened, shape)) throw fieldError(name, 'a form must not ask for secrets; use elicitUrl')
  const { title, description, default: defaultValue } = flattened
  const field = {
    ...shape,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
  }
  if (defaultValue === undefined) return field
  // Vendors differ about valid addresses and dates.
  const problem = checkField({ ...field, format: undefined }, defaultValue)
  if (problem !== undefined) throw fieldError(name, `its default ${problem}`)
  return { ...field, default: defaultValue }
}

function reduceShape(name: string, flattened: JsonObject, safe: SafeSchema): JsonObject {
  const choices = readChoices(flattened, safe)
  if (choices !== undefined) return reduceChoices(name, choices, Array.isArray(flattened['enumNames']))
  const type = onlyType(name, flattened)
  switch (type) {
    case 'string':
      return { type, ...pickKeywords(flattened, 'minLength', 'maxLength'), ...format(flattened) }
    case 'number':
    case 'integer':
      return { type, ...reduceBounds(flattened) }
    case 'boolean':
      return { type }
    case 'array':
      return { type, ...pickKeywords(flattened, 'minItems', 'maxItems'), items: reduceItems(name, flattened, safe) }
    case 'object':
      throw fieldError(name, 'it is an object, but a form is flat')
    default:
      throw fieldError(name, 'its schema must have a type: string, number, integer, boolean, or an array of choices')
  }
}

function onlyType(name: string, { type, anyOf, oneOf }: JsonObject): unknown {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  const branches: readonly unknown[] = [anyOf, oneOf].flatMap((union) => (Array.isArray(union) ? union : []))
  const isNull = (branch: unknown): boolean => isJsonObject(branch) && branch['type'] === 'null'
  if (types.includes('null') || branches.some(isNull)) {
    throw fieldError(name, 'it may be null; make the field optional instead')
  }
  if (types.length > 1 || branches.length > 0) throw fieldError(name, 'it is a union of other things than constants')
  return types[0]
}

/** Titles that were given as `enumNames` stay so: every revision with forms reads these. */
function reduceChoices(name: string, choices: readonly Choice[], usesEnumNames: boolean): JsonObject {
  if (choices.some(({ value }) => value === null)) {
    throw fieldError(name, 'it may be null; make the field optional instead')
  }
  if (choices.length > 0 && choices.every(({ value }) => typeof value === 'boolean')) return { type: 'boolean' }
  const { oneOf, ...plain } = encodeChoices(name, choices, 'oneOf')
  if (!usesEnumNames || !Array.isArray(oneOf))
    return { type: 'string', ...plain, ...(oneOf !== undefined && { oneOf }) }
  // `encodeChoices` returns pairs.
  const pairs = oneOf as readonly { readonly const: string; readonly title: string }[]
  return { type: 'string', enum: pairs.map((pair) => pair.const), enumNames: pairs.map((pair) => pair.title) }
}

function reduceItems(name: string, { items, prefixItems }: JsonObject, safe: SafeSchema): JsonObject {
  if (Array.isArray(items) || prefixItems !== undefined) throw fieldError(name, 'it is a tuple')
  const item = flattenSchema(items, safe)
  const choices = item === undefined ? undefined : readChoices(item, safe)
  if (choices === undefined) throw fieldError(name, 'an array must have choices as items: strings of an enum')
  const encoded = encodeChoices(name, choices, 'anyOf')
  return 'enum' in encoded ? { type: 'string', ...encoded } : encoded
}

/** Encodes choices as plain strings, or as constants with titles under `union` if any has a title. */
function encodeChoices(name: string, choices: readonly Choice[], union: 'oneOf' | 'anyOf'): JsonObject {
  const titles = new Map<string, string>()
  for (const { value, title } of choices) {
    if (typeof value !== 'string') throw fieldError(name, 'choices must be strings')
    if (!titles.has(value)) titles.set(value, title ?? value)
  }
  if (titles.size === 0) throw fieldError(name, 'it has no choices')
  if (choices.every(({ title }) => title === undefined)) return { enum: [...titles.keys()] }
  return { [union]: Array.from(titles, ([value, title]) => ({ const: value, title })) }
}

function pickKeywords(flattened: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.filter((name) => flattened[name] !== undefined).map((name) => [name, flattened[name]]),
  )
}

function format({ format }: JsonObject): JsonObject {
  return typeof format === 'string' && formats.has(format) ? { format } : {}
}

const formats: ReadonlySet<string> = new Set(['email', 'uri', 'date', 'date-time'])

/** An exclusive bound of an integer becomes the next inclusive one; that of a number becomes inclusive. */
function reduceBounds(flattened: JsonObject): JsonObject {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = flattened
  const isInteger = type === 'integer'
  const above = typeof exclusiveMinimum === 'number' && isInteger ? Math.floor(exclusiveMinimum) + 1 : exclusiveMinimum
  const below = typeof exclusiveMaximum === 'number' && isInteger ? Math.ceil(exclusiveMaximum) - 1 : exclusiveMaximum
  const lower = [minimum, above].filter(isBound)
  const upper = [maximum, below].filter(isBound)
  return {
    ...(lower.length > 0 && { minimum: Math.max(...lower) }),
    ...(upper.length > 0 && { maximum: Math.min(...upper) }),
  }
}

/** Excludes the limits of safe integers, which some vendors write and which tell a user nothing. */
function isBound(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER
}

function fieldError(name: string, problem: string): TypeError {
  return new TypeError(`a form cannot ask for ${JSON.stringify(name)}: ${problem}`)
}
