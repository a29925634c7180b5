import { isObject } from '../../jsonrpc/is-object.js'
import type { RpcParams, RpcRequest } from '../../jsonrpc/messages.js'
import { OmniportError } from '../../jsonrpc/omniport-error.js'
import { RpcError } from '../../jsonrpc/rpc-error.js'
import { metaParams } from '../params.js'
import { assertResult } from '../result-checks.js'
import { methods } from './methods.js'

/** Checks a request against the legacy methods. */
export function decodeRequest({ method, params = {} }: RpcRequest): RpcParams {
  const check = methods.get(method)
  if (check === undefined) throw RpcError.methodNotFound(method)
  metaParams(params)
  check(params)
  return params
}

/** Checks a result from a legacy server. */
export function decodeResult(method: string, result: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(result)) throw new OmniportError('invalid_result', `${method}: the result must be an object`)
  assertResult(method, result)
  return result
}
