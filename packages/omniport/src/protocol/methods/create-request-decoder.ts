import type { RpcParams, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { DecodedRequest, MethodParams } from './method-params.js'
import { metaParams, type ParamsCheck } from './params.js'

/** The methods of a revision, each with the check of its parameters. */
export type MethodChecks = { readonly [M in keyof MethodParams]?: ParamsCheck<MethodParams[M]> }

/** Creates a function that checks requests against `checks`. It throws RpcError -32601 or -32602. */
export function createRequestDecoder(checks: MethodChecks): (request: RpcRequest) => DecodedRequest {
  const checkOf: ReadonlyMap<string, (params: RpcParams) => void> = new Map(Object.entries(checks))
  return ({ method, params = {} }) => {
    const check = checkOf.get(method)
    if (check === undefined) throw RpcError.methodNotFound(method)
    metaParams(params)
    check(params)
    return { method, params } as DecodedRequest // `MethodChecks` has this method with the check of its parameters
  }
}
