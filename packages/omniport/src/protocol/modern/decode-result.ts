import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import type { DecodeContext } from '../codec/codec.js'
import { inputMethods } from '../methods/input-methods.js'
import { assertResult } from '../results/assert-result.js'
import { wellFormedItems } from '../results/well-formed-items.js'

/**
 * Checks a result from a modern server. A complete result loses its type; a result without a type, as older servers send it,
 * is complete. `input_required` passes unchanged for methods that may ask for input, and so do the types of extensions.
 *
 * spec: basic/index#resulttype
 */
export function decodeResult(
  method: string,
  result: unknown,
  { resultTypes, onLeftOut }: DecodeContext = {},
): Readonly<Record<string, unknown>> {
  if (!isObject(result)) throw new OmniportError('invalid_result', `${method}: the result must be an object`)
  const type = result['resultType'] ?? 'complete'
  if (type === 'input_required' && inputMethods.has(method)) return result
  if (typeof type === 'string' && resultTypes?.get(type)?.methods.includes(method) === true) return result
  if (type !== 'complete') {
    throw new OmniportError(
      'invalid_result',
      `${method}: the result type ${JSON.stringify(type)?.slice(0, 64)} is unknown here`,
    )
  }
  assertResult(method, result)
  const { resultType: _type, ...complete } = wellFormedItems(method, result, onLeftOut)
  return complete
}
