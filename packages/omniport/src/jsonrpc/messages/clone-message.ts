import { cloneJson } from '../../values/json/clone-json.js'
import type { RpcMessage } from './messages.js'

/**
 * Copies one message, or a batch, as the other side would read it from the text that `encodeMessage` returns.
 * @throws TypeError when JSON cannot carry it: a BigInt, a cycle, a result that is undefined, a function or a symbol.
 */
export function cloneMessage(message: RpcMessage | readonly RpcMessage[]): unknown {
  if (isBatch(message)) return message.map(cloneMessage)
  if ('method' in message) return cloneJson(message)
  const { jsonrpc, id, result, error } = message
  if (error !== undefined)
    return id === null ? { jsonrpc, error: cloneJson(error) } : { jsonrpc, id, error: cloneJson(error) }
  return id === null ? { jsonrpc, result: cloneJson(result) } : { jsonrpc, id, result: cloneJson(result) }
}

function isBatch(message: RpcMessage | readonly RpcMessage[]): message is readonly RpcMessage[] {
  return Array.isArray(message)
}
