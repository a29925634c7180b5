import { defaultLimits } from '../../../protocol/limits/limits.js'
import { findLimitViolation } from '../../../values/json/text/find-limit-violation.js'

/** Parses JSON of a model; undefined if it is invalid or exceeds the limits of a protocol message. */
export function parseJson(text: string): unknown {
  if (findLimitViolation(text, defaultLimits) !== undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
