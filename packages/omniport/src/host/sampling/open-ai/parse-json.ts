import { defaultLimits } from '../../../protocol/limits/limits.js'
import { findLimitViolation } from '../../../values/json/text/find-limit-violation.js'

/** What a model wrote as JSON; undefined for what is none, or comes to more than one message of the protocol may hold. */
export function parseJson(text: string): unknown {
  if (findLimitViolation(text, defaultLimits) !== undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
