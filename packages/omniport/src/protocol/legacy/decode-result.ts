import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import type { DecodeContext } from '../codec/codec.js'
import { assertResult } from '../results/assert-result.js'
import { wellFormedItems } from '../results/well-formed-items.js'

/** Checks a result from a legacy server. */
export function decodeResult(
  method: string,
  result: unknown,
  { onLeftOut }: DecodeContext = {},
): Readonly<Record<string, unknown>> {
  if (!isObject(result)) throw new OmniportError('invalid_result', `${method}: the result must be an object`)
  assertResult(method, result)
  return wellFormedItems(method, result, onLeftOut)
}
