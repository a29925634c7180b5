import { isObject } from '../../values/json/is-object.js'
import { type Check, mustBe } from '../../values/options/check-options.js'
import { isRevision, revisions } from '../revisions/revision.js'

export const stringValue: Check = (path, value) => {
  if (typeof value !== 'string') throw mustBe(path, 'a string', value)
}

export const booleanValue: Check = (path, value) => {
  if (typeof value !== 'boolean') throw mustBe(path, 'true or false', value)
}

export const functionValue: Check = (path, value) => {
  if (typeof value !== 'function') throw mustBe(path, 'a function', value)
}

/** A signal of any implementation. */
export const abortSignal: Check = (path, value) => {
  if (!isObject(value) || !('aborted' in value) || typeof value['addEventListener'] !== 'function')
    throw mustBe(path, 'an AbortSignal', value)
}

/** A whole number of milliseconds. */
export const milliseconds: Check = (path, value) => {
  if (!isWhole(value)) throw mustBe(path, 'a whole number of milliseconds, 0 or more', value)
}

/** A time to wait: a whole number of milliseconds above 0. */
export const positiveMilliseconds: Check = (path, value) => {
  milliseconds(path, value)
  if (value === 0) throw mustBe(path, 'longer than 0 ms', value)
}

export const revisionValue: Check = (path, value) => {
  if (!isRevision(value)) throw mustBe(path, `one of ${revisions.join(', ')}`, value)
}

/** A whole number that is not 0. */
export const positiveCount: Check = (path, value) => {
  if (!isWhole(value) || value === 0) throw mustBe(path, 'a whole number, 1 or more', value)
}

export const byteCount: Check = (path, value) => {
  if (!isWhole(value)) throw mustBe(path, 'a whole number of bytes, 0 or more', value)
}

/** An object, not an array. */
export const objectValue: Check = (path, value) => {
  if (!isObject(value)) throw mustBe(path, 'an object', value)
}

/** An object whose members are objects. */
export const objectsByName: Check = (path, value) => {
  objectValue(path, value)
  for (const [name, member] of Object.entries(value as object)) objectValue(`${path}["${name}"]`, member)
}

/** One of a few strings. */
export function oneOf(...values: readonly string[]): Check {
  const expected = values.map((value) => JSON.stringify(value)).join(' or ')
  return (path, value) => {
    if (!(values as readonly unknown[]).includes(value)) throw mustBe(path, expected, value)
  }
}

export const cacheScope = oneOf('public', 'private')

/** An array whose items pass `check`. */
export function listOf(expected: string, check: Check): Check {
  return (path, value) => {
    if (!Array.isArray(value)) throw mustBe(path, expected, value)
    for (const [index, item] of value.entries()) check(`${path}[${index}]`, item)
  }
}

export const stringList = listOf('an array of strings', stringValue)

export const functionList = listOf('an array of functions', functionValue)

/** An object whose members, where present, pass the check of their name; other members are let through. */
function members(checks: { readonly [name: string]: Check }): Check {
  return (path, value) => {
    objectValue(path, value)
    for (const [name, check] of Object.entries(checks)) {
      const member = (value as { readonly [name: string]: unknown })[name]
      if (member !== undefined) check(`${path}.${name}`, member)
    }
  }
}

export const toolAnnotations = members({
  title: stringValue,
  readOnlyHint: booleanValue,
  destructiveHint: booleanValue,
  idempotentHint: booleanValue,
  openWorldHint: booleanValue,
})

const priority: Check = (path, value) => {
  if (!(typeof value === 'number' && value >= 0 && value <= 1)) throw mustBe(path, 'a number from 0 to 1', value)
}

export const contentAnnotations = members({
  audience: listOf('an array of roles', oneOf('user', 'assistant')),
  priority,
  lastModified: stringValue,
})

const iconSource: Check = (path, value) => {
  if (typeof value !== 'string' || !/^(?:https|data):/i.test(value))
    throw mustBe(path, 'an https: or data: address', value)
}

const iconMembers = members({ mimeType: stringValue, sizes: stringList, theme: oneOf('light', 'dark') })

const icon: Check = (path, value) => {
  iconMembers(path, value)
  iconSource(`${path}.src`, (value as { readonly src?: unknown }).src)
}

/** Icons whose address is safe to load. spec: basic/index#icons */
export const icons = listOf('an array of icons', icon)

/** Completions by name: functions or lists. */
export const completions: Check = (path, value) => {
  objectValue(path, value)
  for (const [name, complete] of Object.entries(value as object)) {
    if (Array.isArray(complete)) stringList(`${path}.${name}`, complete)
    else if (complete !== undefined && typeof complete !== 'function')
      throw mustBe(`${path}.${name}`, 'a function or an array of strings', complete)
  }
}

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
