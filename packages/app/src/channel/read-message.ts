import type { RpcErrorObject, RpcId } from 'omniport/jsonrpc'
import type { JsonObject } from '../messages/methods.js'

/** A JSON-RPC message, by what it is. */
export type Message =
  | { readonly kind: 'request'; readonly id: RpcId; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'result'; readonly id: RpcId; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: RpcId; readonly error: RpcErrorObject }

/**
 * Reads what another window posted. Undefined: no message of this protocol. Windows post other things to each other too, and
 * browser extensions do, so that nobody is told.
 */
export function readMessage(data: unknown): Message | undefined {
  if (!isObject(data) || data['jsonrpc'] !== '2.0') return undefined
  const { id, method, params = {}, result, error } = data
  if (typeof method === 'string') {
    if (!isObject(params)) return undefined
    if (id === undefined) return { kind: 'notification', method, params }
    return isId(id) ? { kind: 'request', id, method, params } : undefined
  }
  if (method !== undefined || !isId(id)) return undefined
  if (error !== undefined) return isError(error) && result === undefined ? { kind: 'error', id, error } : undefined
  return result === undefined ? undefined : { kind: 'result', id, result }
}

/** Tells if a value is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isId(value: unknown): value is RpcId {
  return typeof value === 'string' || Number.isSafeInteger(value)
}

function isError(value: unknown): value is RpcErrorObject {
  return isObject(value) && Number.isInteger(value['code']) && typeof value['message'] === 'string'
}
