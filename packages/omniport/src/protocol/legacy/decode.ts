import { isObject } from '../../jsonrpc/is-object.js'
import { OmniportError } from '../../jsonrpc/omniport-error.js'
import { requestDecoder } from '../request-decoder.js'
import { assertResult } from '../result-checks.js'
import { methods } from './methods.js'

/** Checks a request against the legacy methods. */
export const decodeRequest = requestDecoder(methods)

/** Checks a result from a legacy server. */
export function decodeResult(method: string, result: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(result)) throw new OmniportError('invalid_result', `${method}: the result must be an object`)
  assertResult(method, result)
  return result
}
