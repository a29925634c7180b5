import { canonicalJson } from '../../values/json/canonical-json.js'
import { isPlainObject } from '../../values/json/is-plain-object.js'
import { launchOf } from './settings/launch-of.js'
import type { ServerSettings } from './settings/server-settings.js'

/** True if a server may keep running under new settings. Values that are not data must be the same objects. */
export function isSameSettings(one: ServerSettings, other: ServerSettings): boolean {
  if (!isSameAuth(one.auth, other.auth)) return false
  if (one.target !== other.target && (isProgram(one) || isProgram(other))) return false
  return canonicalJson(comparable(one)) === canonicalJson(comparable(other))
}

function isProgram({ target }: ServerSettings): boolean {
  return launchOf({ target }).type === 'program'
}

function comparable({ target, source, auth: _, ...rest }: ServerSettings): unknown {
  // The line is ignored: it changes with every edit above the entry.
  const where = source && [source.file, source.field]
  if (target === undefined || isProgram({ target })) return { ...rest, where }
  return {
    ...rest,
    where,
    target: typeof target === 'string' || target instanceof URL ? String(target) : withUrlText(target),
  }
}

/** A URL object is compared by its text. */
function withUrlText(target: object): unknown {
  return 'url' in target ? { ...target, url: String(target.url) } : target
}

/** Compares data members by value, and members with functions, such as stores, by identity. */
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

/** Instances of classes, such as keys, hide their state, so they equal only themselves. */
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
