import { isObject } from '../../../jsonrpc/is-object.js'
import type { RpcErrorObject } from '../../../jsonrpc/messages.js'
import { RpcError } from '../../../jsonrpc/rpc-error.js'
import { CapabilityMissing } from '../../../protocol/capability-missing.js'

/** The error that a task ended with, for the codec to give it the numbers of whoever asks. */
export function toRpcError({ code, message, data }: RpcErrorObject): RpcError {
  const required = code === -32021 && isObject(data) ? data['requiredCapabilities'] : undefined
  return isObject(required) ? new CapabilityMissing(required, message) : new RpcError(code, message, data)
}
