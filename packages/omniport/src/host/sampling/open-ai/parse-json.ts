import { defaultLimits } from '../../../protocol/limits/limits.js'
import { tryParseJson } from '../../../values/json/text/parse-json.js'

/** The value of JSON that a model wrote; undefined for other text, and for more than one message of the protocol may hold. */
export function parseJson(text: string): unknown {
  return tryParseJson(text, defaultLimits)
}
