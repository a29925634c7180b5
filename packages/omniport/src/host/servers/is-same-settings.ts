import { canonicalJson } from '../../values/json/canonical-json.js'
import { isPlainObject } from '../../values/json/is-plain-object.js'
import { launchOf } from './settings/launch-of.js'
import type { ServerSettings } from './settings/server-settings.js'

/** Whether a server can go on under other settings as if they were its own. What is no data counts as other unless it is the same thing. */
export function isSameSettings(one: ServerSettings, other: ServerSettings): boolean {
  if (!isSameAuth(one.auth, other.auth)) return false
  if (one.target !== other.target && (isProgram(one) || isProgram(other))) return false
  return canonicalJson(comparable(one)) === canonicalJson(comparable(other))
}

function isProgram({ target }: ServerSettings): boolean {
  return launchOf(target).type === 'program'
}

function comparable({ target, source, auth: _, ...rest }: ServerSettings): unknown {
  // Where an entry stands changes with every line above it.
  const where = source && [source.file, source.field]
  if (target === undefined || isProgram({ target })) return { ...rest, where }
  return {
    ...rest,
    where,
    target: typeof target === 'string' || target instanceof URL ? String(target) : withUrlText(target),
  }
}

/** An address may be given as a URL, which is no data. */
function withUrlText(target: object): unknown {
  return 'url' in target ? { ...target, url: String(target.url) } : target
}

/** Its members by what they say, but those with functions in them, such as stores, only if they are the same objects. */
function isSameAuth(one: ServerSettings['auth'], other: ServerSettings['auth']): boolean {
  if (one === other) return true
  return (
    isPlainObject(one) &&
    isPlainObject(other) &&
    namesOf(one, other).every((name) => isSameMember(one[name], other[name]))
  )
}

function isSameMember(one: unknown, other: unknown): boolean {
  return one === other || (isData(one) && isData(other) && isEqual(one, other))
}

function isData(value: unknown): boolean {
  if (typeof value === 'function') return false
  return !(Array.isArray(value) || isPlainObject(value)) || Object.values(value).every(isData)
}

/** What an instance of a class is, such as a key, does not show: it equals nothing but itself. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => isEqual(item, other[at]))
  }
  return (
    isPlainObject(one) && isPlainObject(other) && namesOf(one, other).every((name) => isEqual(one[name], other[name]))
  )
}

function namesOf(...objects: readonly object[]): readonly string[] {
  return [...new Set(objects.flatMap((object) => Object.keys(object)))]
}
