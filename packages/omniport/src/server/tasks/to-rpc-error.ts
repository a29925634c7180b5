import type { RpcErrorObject } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { CapabilityMissing } from '../../protocol/errors/capability-missing.js'
import { isObject } from '../../values/json/is-object.js'

/** Converts the error of a task to an RpcError, whose code the codec then adapts to the revision. */
export function toRpcError({ code, message, data }: RpcErrorObject): RpcError {
  const required = code === -32021 && isObject(data) ? data['requiredCapabilities'] : undefined
  return isObject(required) ? new CapabilityMissing(required, message) : new RpcError(code, message, data)
}
