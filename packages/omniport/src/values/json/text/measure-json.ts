import { characterBytes, nodeBytes } from '../../memory/json-bytes.js'
import { countNodes, findLimitViolation, type JsonBounds } from './find-limit-violation.js'

/**
 * The bytes that the value of JSON text will take in memory at the most, as `jsonBytes` counts them. Nothing is built from the
 * text. The values in a short text are not counted: it is taken for one of empty objects, which have three characters each.
 *
 * @throws RangeError saying which limit of `bounds` the text exceeds.
 */
export function measureJson(text: string, bounds: JsonBounds): number {
  if (text.length > shortLength) {
    const nodes = countNodes(text, bounds)
    if (typeof nodes === 'string') throw new RangeError(nodes)
    return text.length * characterBytes + nodes * nodeBytes
  }
  const violation = findLimitViolation(text, bounds)
  if (violation !== undefined) throw new RangeError(violation)
  return text.length * shortCharacterBytes
}

/** Up to here counting the values costs more than it is worth. */
const shortLength = 4_096

/** Bytes of a character of a short text: its own two, and more than a third of a value. */
const shortCharacterBytes = 24
