import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../values/errors/omniport-error.js'

/** Creates the error of a retry whose call is not there any more: starting it anew could do twice what it did. */
export function callEnded(): RpcError {
  return RpcError.invalidParams('requestState: the call has ended; its effect may have happened')
}

/** Creates the error of a retry whose call was begun by another process, or by this one before it was started again. */
export function callElsewhere(): RpcError {
  return RpcError.invalidParams(
    'requestState: the call has ended, or waits in another process; its effect may have happened',
  )
}

/** Creates the error of a question whose call has ended. */
export function callClosed(method: string): OmniportError {
  return new OmniportError('closed', `${method} is over: nothing more can be asked`)
}
