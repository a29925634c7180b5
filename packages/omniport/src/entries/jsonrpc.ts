export type { Clock } from '../jsonrpc/clock.js'
export { encodeMessage } from '../jsonrpc/encode-message.js'
export type {
  RpcErrorObject,
  RpcId,
  RpcMessage,
  RpcNotification,
  RpcParams,
  RpcRequest,
  RpcResponse,
} from '../jsonrpc/messages.js'
export { OmniportError, type OmniportErrorCode } from '../jsonrpc/omniport-error.js'
export { RawJson } from '../jsonrpc/raw-json.js'
export { RpcError } from '../jsonrpc/rpc-error.js'
