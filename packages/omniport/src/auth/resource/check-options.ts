import { didYouMean } from '../../values/text/nearest.js'
import { parseUrl } from '../../values/text/parse-url.js'

/** Throws a `TypeError` that starts with `path` if `value` is invalid. */
export type OptionCheck = (path: string, value: unknown) => void

/** @throws TypeError that names an option which is unknown, missing or invalid. */
export function checkOptions(
  kind: string,
  options: unknown,
  checks: Readonly<Record<string, OptionCheck>>,
): asserts options is object {
  if (typeof options !== 'object' || options === null) throw mustBe(kind, 'given an object of options')
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(checks, name)) continue
    // A value that is not a name may be a key in the place of `keys`, so it is not repeated.
    const known = Object.keys(checks)
    const which = /^[A-Za-z]{1,32}$/.test(name) ? `option "${name}"${didYouMean(name, known)}` : 'such option.'
    throw new TypeError(`${kind}: there is no ${which} The options are ${known.join(', ')}`)
  }
  const given = new Map<string, unknown>(Object.entries(options))
  for (const [name, check] of Object.entries(checks)) check(`${kind}: ${name}`, given.get(name))
}

/** Creates the error for an invalid value. It does not repeat the value, which may be a secret. */
export function mustBe(path: string, expected: string): TypeError {
  return new TypeError(`${path} must be ${expected}`)
}

/** Makes an option optional. */
export function optional(check: OptionCheck): OptionCheck {
  return (path, value) => {
    if (value !== undefined) check(path, value)
  }
}

export const nonEmptyString: OptionCheck = (path, value) => {
  if (typeof value !== 'string' || value === '') throw mustBe(path, 'a string that is not empty')
}

export const stringList: OptionCheck = (path, value) => {
  if (!Array.isArray(value)) throw mustBe(path, 'an array of strings')
  for (const [index, item] of value.entries()) nonEmptyString(`${path}[${index}]`, item)
}

export const functionValue: OptionCheck = (path, value) => {
  if (typeof value !== 'function') throw mustBe(path, 'a function')
}

export const objectValue: OptionCheck = (path, value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw mustBe(path, 'an object')
}

export const booleanValue: OptionCheck = (path, value) => {
  if (typeof value !== 'boolean') throw mustBe(path, 'true or false')
}

export const wholeNumber: OptionCheck = (path, value) => {
  if (!(Number.isSafeInteger(value) && (value as number) >= 0)) throw mustBe(path, 'a whole number, 0 or more')
}

export const positiveNumber: OptionCheck = (path, value) => {
  if (!(Number.isSafeInteger(value) && (value as number) >= 1)) throw mustBe(path, 'a whole number, 1 or more')
}

/** Accepts lists of scopes by the scope that contains them. */
export const hierarchy: OptionCheck = (path, value) => {
  objectValue(path, value)
  for (const [scope, contained] of Object.entries(value as object)) stringList(`${path}.${scope}`, contained)
}

/** Accepts URLs that secrets may be sent to: `https:`, or `http:` on this machine. */
export const safeUrl: OptionCheck = (path, value) => {
  const url = typeof value === 'string' ? parseUrl(value) : undefined
  const isLocal = url !== undefined && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
  if (url?.protocol === 'https:' || (isLocal && url.protocol === 'http:')) return
  throw mustBe(path, 'an https: URL, or an http: URL of this machine')
}
