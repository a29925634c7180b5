import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../values/errors/omniport-error.js'

/**
 * The error for a client whose request failed between the gateway and an upstream. It names the upstream; the text of errors that
 * this library made says why, any other reason stays private.
 */
export function toUpstreamError(upstream: string, reason: unknown): RpcError {
  const why = OmniportError.is(reason) ? reason.message : RpcError.is(reason) ? reason.message : 'internal error'
  return new RpcError(-32603, `The upstream "${upstream}" failed: ${why}`, { upstream }, { cause: reason })
}
