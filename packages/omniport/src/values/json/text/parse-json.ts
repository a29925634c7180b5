import { findLimitViolation, type JsonBounds } from './find-limit-violation.js'

/**
 * The value of JSON text, which may be given as UTF-8.
 *
 * @throws RangeError that says which limit of `bounds` the text exceeds, SyntaxError for what is not JSON in UTF-8.
 */
export function parseJson(json: string | Uint8Array, bounds: JsonBounds): unknown {
  const text = typeof json === 'string' ? json : decodeJson(json)
  const violation = findLimitViolation(text, bounds)
  if (violation !== undefined) throw new RangeError(violation)
  return JSON.parse(text)
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** UTF-8 as text. @throws SyntaxError if it is not UTF-8. */
export function decodeJson(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new SyntaxError('The text is not UTF-8', { cause })
  }
}

/** As `parseJson`, without limits if none are given; undefined for what it rejects. */
export function tryParseJson(json: string | Uint8Array, bounds: JsonBounds = noBounds): unknown {
  try {
    return parseJson(json, bounds)
  } catch {
    return undefined
  }
}

const noBounds: JsonBounds = { jsonDepth: Number.POSITIVE_INFINITY, jsonNodes: Number.POSITIVE_INFINITY }
