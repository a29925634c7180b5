import type { RpcErrorObject } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { CapabilityMissing } from '../../protocol/errors/capability-missing.js'
import { isObject } from '../../values/json/is-object.js'

/** The error that a task ended with, for the codec to give it the numbers of whoever asks. */
export function toRpcError({ code, message, data }: RpcErrorObject): RpcError {
  const required = code === -32021 && isObject(data) ? data['requiredCapabilities'] : undefined
  return isObject(required) ? new CapabilityMissing(required, message) : new RpcError(code, message, data)
}
