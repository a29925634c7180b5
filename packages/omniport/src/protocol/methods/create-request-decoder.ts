import type { RpcParams, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { metaParams, type ParamsCheck } from './params.js'

/** Checks requests against the methods of an era. The function throws RpcError -32601 or -32602. */
export function createRequestDecoder(methods: ReadonlyMap<string, ParamsCheck>): (request: RpcRequest) => RpcParams {
  return ({ method, params = {} }) => {
    const check = methods.get(method)
    if (check === undefined) throw RpcError.methodNotFound(method)
    metaParams(params)
    check(params)
    return params
  }
}
