import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { digestOfJson } from '../../values/json/digest-of-json.js'
import { isObject } from '../../values/json/is-object.js'

/** Computes the digest of the parameters of a request, without those of one round. */
export function digestOfParams(params: RpcParams = {}): Promise<string> {
  const { _meta, inputResponses: _responses, requestState: _state, ...rest } = params
  return digestOfJson(rest)
}

/**
 * Reads the answers of a retry, by key.
 * @throws RpcError -32602 when they are not an object. spec: basic/patterns/mrtr#error-handling
 */
export function responsesOf(params: RpcParams = {}): ReadonlyMap<string, unknown> {
  const responses = params['inputResponses']
  if (responses === undefined) return new Map()
  if (!isObject(responses)) throw RpcError.invalidParams('inputResponses must be an object')
  return new Map(Object.entries(responses))
}
