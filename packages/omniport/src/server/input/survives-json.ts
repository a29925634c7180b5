import { cloneJson } from '../../values/json/clone-json.js'

/** True if a value is the same after JSON. @throws TypeError for a value that JSON cannot carry at all. */
export function survivesJson(value: unknown): boolean {
  return isSame(value, cloneJson(value))
}

function isSame(value: unknown, copy: unknown): boolean {
  if (Object.is(value, copy)) return true
  if (typeof value !== 'object' || typeof copy !== 'object' || value === null || copy === null) return false
  if (Object.getPrototypeOf(value) !== Object.getPrototypeOf(copy) && Object.getPrototypeOf(value) !== null)
    return false
  const keys = Object.keys(value)
  if (keys.length !== Object.keys(copy).length) return false
  return keys.every((key) => Object.hasOwn(copy, key) && isSame(Reflect.get(value, key), Reflect.get(copy, key)))
}
