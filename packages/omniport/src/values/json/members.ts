import type { JsonObject } from './json-object.js'

/** The names of an object's own members. One that is undefined is absent, as it is in JSON text. */
export function memberNames(value: JsonObject): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined)
}

/** True if an object has an own member of that name that is not undefined. */
export function hasMember(value: JsonObject, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined
}
