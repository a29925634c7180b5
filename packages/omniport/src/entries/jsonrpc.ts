export type { Clock } from '../async/runtime/clock.js'
export { encodeMessage } from '../jsonrpc/messages/encode-message.js'
export type {
  RpcErrorObject,
  RpcId,
  RpcMessage,
  RpcNotification,
  RpcParams,
  RpcRequest,
  RpcResponse,
} from '../jsonrpc/messages/messages.js'
export { RpcError } from '../jsonrpc/messages/rpc-error.js'
export { OmniportError, type OmniportErrorCode } from '../values/errors/omniport-error.js'
export { RawJson } from '../values/json/raw-json.js'
