import { defaultLimits } from '../../../protocol/limits/limits.js'
import { tryParseJson } from '../../../values/json/text/parse-json.js'

/** Parses JSON of a model; undefined if it is invalid or exceeds the limits of a protocol message. */
export function parseJson(text: string): unknown {
  return tryParseJson(text, defaultLimits)
}
