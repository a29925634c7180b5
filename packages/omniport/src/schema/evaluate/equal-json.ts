import { isJsonObject } from '../json-object.js'
import { hasMember, memberNames } from '../members.js'
import type { CheckRun } from './run.js'

/** True if two JSON values are equal; the order of members does not matter. Work is taken from the run. */
export function equalJson(left: unknown, right: unknown, run: CheckRun): boolean {
  run.consume(1)
  if (left === right) return true
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => equalJson(item, right[index], run))
    )
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false
  const names = memberNames(left)
  run.consume(names.length >> 2)
  return (
    names.length === memberNames(right).length &&
    names.every((name) => hasMember(right, name) && equalJson(left[name], right[name], run))
  )
}
