import { isFieldValue } from '../../protocol/input/is-field-value.js'
import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import { hasMember, memberNames } from '../../values/json/members.js'
import { cut } from '../../values/text/truncate.js'
import { formats } from '../formats.js'

/**
 * Returns what is wrong with the value of one field, as a phrase to follow its name; undefined if it is valid. Only the
 * keywords of the protocol are read; a field without a known type accepts any value of a form.
 *
 * spec: client/elicitation#requested-schema
 */
export function checkField(field: JsonObject, value: unknown): string | undefined {
  switch (field['type']) {
    case 'string':
      return typeof value === 'string' ? checkText(field, value) : 'must be a string'
    case 'number':
    case 'integer':
      return checkNumber(field, value)
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false'
    case 'array':
      return isFieldValue(value) && Array.isArray(value) ? checkList(field, value) : 'must be an array of strings'
    default:
      return isFieldValue(value)
        ? checkChoice(field, value)
        : 'must be a string, a number, a boolean or an array of strings'
  }
}

function checkText(field: JsonObject, text: string): string | undefined {
  const { minLength, maxLength, format } = field
  const length = Array.from(text).length
  if (typeof minLength === 'number' && length < minLength) return `must have at least ${minLength} characters`
  if (typeof maxLength === 'number' && length > maxLength) return `must have at most ${maxLength} characters`
  const assertedFormat = typeof format === 'string' && assertedFormats.has(format) ? formats.get(format) : undefined
  if (assertedFormat !== undefined && !assertedFormat.test(text)) return `must be ${assertedFormat.name}`
  return checkChoice(field, text)
}

const assertedFormats: ReadonlySet<string> = new Set(['email', 'uri', 'date', 'date-time'])

function checkNumber(field: JsonObject, value: unknown): string | undefined {
  const { type, minimum, maximum } = field
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
  if (type === 'integer' && !Number.isInteger(value)) return 'must be a whole number'
  if (typeof minimum === 'number' && value < minimum) return `must be at least ${minimum}`
  if (typeof maximum === 'number' && value > maximum) return `must be at most ${maximum}`
  return undefined
}

function checkList({ items, minItems, maxItems }: JsonObject, list: readonly string[]): string | undefined {
  if (typeof minItems === 'number' && list.length < minItems) return `must have at least ${minItems} choices`
  if (typeof maxItems === 'number' && list.length > maxItems) return `must have at most ${maxItems} choices`
  if (!isJsonObject(items)) return undefined
  return list.every((item) => checkChoice(items, item) === undefined) ? undefined : 'must hold only the choices offered'
}

function checkChoice(field: JsonObject, value: unknown): string | undefined {
  const { enum: plain, oneOf, anyOf } = field
  if (Array.isArray(plain) && !plain.includes(value)) return 'must be one of the choices offered'
  for (const titled of [oneOf, anyOf]) {
    const isAmong = !Array.isArray(titled) || titled.some((choice) => !isConst(choice) || choice['const'] === value)
    if (!isAmong) return 'must be one of the choices offered'
  }
  return undefined
}

/** Other branches are not part of the protocol, and are accepted. */
function isConst(choice: unknown): choice is JsonObject {
  return isJsonObject(choice) && Object.hasOwn(choice, 'const')
}

/**
 * Returns what is wrong with the content of an accepted form, by the requested schema of any revision; undefined if it is
 * valid. Unknown fields are wrong. Only the keywords of the protocol are read, so patterns are not checked.
 *
 * spec: client/elicitation#form-mode-security
 */
export function checkContent(requestedSchema: object, content: unknown): string | undefined {
  if (!isJsonObject(content)) return 'the content must be an object'
  const { properties, required } = requestedSchema as { readonly properties?: unknown; readonly required?: unknown }
  const fields = isJsonObject(properties) ? properties : {}
  for (const name of memberNames(content)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined) return `${quote(name)} was not asked for`
    const problem = isJsonObject(field) ? checkField(field, content[name]) : undefined
    if (problem !== undefined) return `${quote(name)} ${problem}`
  }
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  const missing = names.find((name) => typeof name === 'string' && !hasMember(content, name))
  return missing === undefined ? undefined : `${quote(String(missing))} is required`
}

function quote(name: string): string {
  return JSON.stringify(cut(name, 64))
}

/**
 * Returns a copy of the content with the `default` of each absent field, unless that default is invalid.
 *
 * spec: client/elicitation#requested-schema
 */
export function fillDefaults(requestedSchema: object, content: JsonObject): JsonObject {
  const { properties } = requestedSchema as { readonly properties?: unknown }
  const fields = Object.entries(isJsonObject(properties) ? properties : {})
  const missing = fields.flatMap(([name, field]) => {
    if (!isJsonObject(field) || !hasMember(field, 'default') || hasMember(content, name)) return []
    const value = field['default']
    return checkField(field, value) === undefined ? [[name, Array.isArray(value) ? [...value] : value] as const] : []
  })
  // `fromEntries` defines own members of any name.
  return Object.fromEntries([...memberNames(content).map((name) => [name, content[name]] as const), ...missing])
}
