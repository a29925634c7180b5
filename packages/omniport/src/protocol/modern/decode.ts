import { isObject } from '../../jsonrpc/is-object.js'
import { OmniportError } from '../../jsonrpc/omniport-error.js'
import type { ResultTypes } from '../codec.js'
import { createRequestDecoder } from '../request-decoder.js'
import { assertResult } from '../result-checks.js'
import { methods } from './methods.js'

/** Checks a request against the methods of 2026-07-28. Its protocol fields were read when its exchange was made. */
export const decodeRequest = createRequestDecoder(methods)

/**
 * Checks a result from a modern server, and takes off its type when it is complete: no type means that too, as older servers
 * answer. `input_required` is allowed where a method may ask back, and given as it is; so is a type of an extension.
 *
 * spec: basic/index#resulttype
 */
export function decodeResult(
  method: string,
  result: unknown,
  resultTypes?: ResultTypes,
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
  const { resultType: _type, ...complete } = result
  return complete
}

/** The methods whose result may ask for input. spec: basic/patterns/mrtr#supported-requests */
const inputMethods: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read'])
