import { RpcError } from '../../jsonrpc/messages/rpc-error.js'

/**
 * Why a question got no answer, in words that the caller may read. It ends a call that lets it through: as an error of the
 * tool, or as -32603 of a prompt or a resource.
 */
export class InputFailure extends RpcError {
  constructor(message: string, cause: unknown) {
    super(-32603, message, undefined, { cause })
  }
}
