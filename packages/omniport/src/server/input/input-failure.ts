import { RpcError } from '../../jsonrpc/messages/rpc-error.js'

/**
 * The reason, in words that the caller may read, that an input request got no answer. A handler that does not catch it
 * ends its call with it: as an error of the tool, or as -32603 of a prompt or a resource.
 */
export class InputFailure extends RpcError {
  constructor(message: string, cause: unknown) {
    super(-32603, message, undefined, { cause })
  }
}
