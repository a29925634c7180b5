/** Throws a `TypeError` that starts with `path` when `value` is not what the option must be. */
export type OptionCheck = (path: string, value: unknown) => void

/** @throws TypeError naming the option that is unknown, missing or not what it must be. */
export function checkOptions(
  kind: string,
  options: unknown,
  checks: Readonly<Record<string, OptionCheck>>,
): asserts options is object {
  if (typeof options !== 'object' || options === null) throw mustBe(kind, 'given an object of options')
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(checks, name)) continue
    // What is no name is perhaps a key, given where `keys` should stand.
    const which = /^[A-Za-z]{1,32}$/.test(name) ? `option "${name}"` : 'such option'
    throw new TypeError(`${kind}: there is no ${which}. The options are ${Object.keys(checks).join(', ')}`)
  }
  const given = new Map<string, unknown>(Object.entries(options))
  for (const [name, check] of Object.entries(checks)) check(`${kind}: ${name}`, given.get(name))
}

/** The error for a value that is not what it must be. It does not repeat the value, which may be a secret. */
export function mustBe(path: string, expected: string): TypeError {
  return new TypeError(`${path} must be ${expected}`)
}

/** Lets an option be left out. */
export function optional(check: OptionCheck): OptionCheck {
  return (path, value) => {
    if (value !== undefined) check(path, value)
  }
}

/** A string that is not empty. */
export const nonEmptyString: OptionCheck = (path, value) => {
  if (typeof value !== 'string' || value === '') throw mustBe(path, 'a string that is not empty')
}

/** Strings that are not empty. */
export const stringList: OptionCheck = (path, value) => {
  if (!Array.isArray(value)) throw mustBe(path, 'an array of strings')
  for (const [index, item] of value.entries()) nonEmptyString(`${path}[${index}]`, item)
}

/** Any function. */
export const functionValue: OptionCheck = (path, value) => {
  if (typeof value !== 'function') throw mustBe(path, 'a function')
}

/** Any object. */
export const objectValue: OptionCheck = (path, value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw mustBe(path, 'an object')
}

/** True or false. */
export const booleanValue: OptionCheck = (path, value) => {
  if (typeof value !== 'boolean') throw mustBe(path, 'true or false')
}

/** A whole number. */
export const wholeNumber: OptionCheck = (path, value) => {
  if (!(Number.isSafeInteger(value) && (value as number) >= 0)) throw mustBe(path, 'a whole number, 0 or more')
}

/** Scopes by the scope that contains them. */
export const hierarchy: OptionCheck = (path, value) => {
  objectValue(path, value)
  for (const [scope, contained] of Object.entries(value as object)) stringList(`${path}.${scope}`, contained)
}

/** An address that secrets and keys may travel to: `https:`, or `http:` on this machine. */
export const safeUrl: OptionCheck = (path, value) => {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  const isLocal = url !== undefined && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
  if (url?.protocol === 'https:' || (isLocal && url.protocol === 'http:')) return
  throw mustBe(path, 'an https: URL, or an http: URL of this machine')
}
