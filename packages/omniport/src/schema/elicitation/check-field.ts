import { isFieldValue } from '../../protocol/questions/is-field-value.js'
import { formats } from '../formats.js'
import { isJsonObject, type JsonObject } from '../json-object.js'

/**
 * What is wrong with the value of one field of a form, to be read after the name of the field; undefined if it fits. Only
 * what the protocol has for fields is read, whoever wrote the schema; a field without a known type takes any value that a
 * form can have.
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

/** What is no constant in a union is nothing that a form of the protocol has: it is not judged. */
function isConst(choice: unknown): choice is JsonObject {
  return isJsonObject(choice) && Object.hasOwn(choice, 'const')
}
