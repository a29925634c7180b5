import { RpcError } from '../jsonrpc/messages/rpc-error.js'

/** Creates the error of a retry whose call is not there any more: starting it anew could do twice what it did. */
export function callEnded(): RpcError {
  return RpcError.invalidParams('requestState: the call has ended; its effect may have happened')
}
