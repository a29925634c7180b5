import { isObject } from '../../values/json/is-object.js'
import { isId } from './is-id.js'
import type { RpcId, RpcMessage, RpcRequest, RpcResponse } from './messages.js'
import { RpcError } from './rpc-error.js'

/** The kind of message that an invalid one resembles. */
export type InvalidShape = 'request' | 'response' | 'either'

/**
 * The error -32600 for a value that is not a message, with the id that could be read. An invalid `response` must not be
 * answered: its sender would take the answer for the response to a request of its own. `either` has no method, result or
 * error: it is a response if a request with its `id` is pending here.
 */
export class InvalidMessage extends RpcError {
  override readonly name = 'InvalidMessage'
  readonly id: RpcId | null
  readonly shape: InvalidShape

  constructor(message: string, id: RpcId | null, shape: InvalidShape) {
    super(-32600, message)
    this.id = id
    this.shape = shape
  }
}

/**
 * Checks the envelope, once for each message. Returns the same object, typed; an error response without an id is copied, with
 * the id null. Other members are ignored. spec: basic/index#requests, #responses, #notifications
 * @throws InvalidMessage naming the wrong member and the expected value.
 */
export function parseMessage(value: unknown): RpcMessage {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidMessage('Invalid message: expected an object', null, 'request')
  }
  const message = value as { jsonrpc?: unknown; id?: unknown; method?: unknown; params?: unknown }
  if (message.jsonrpc !== '2.0') throw invalidMessage(message, 'jsonrpc must be "2.0"')
  if (message.method === undefined) return parseResponse(value)
  if (typeof message.method !== 'string') throw invalidMessage(message, 'method must be a string')
  if (message.params !== undefined && !isObject(message.params))
    throw invalidMessage(message, 'params must be an object')
  if (message.id !== undefined && !isId(message.id)) throw invalidMessage(message, 'id must be a string or an integer')
  return value as RpcRequest
}

function parseResponse(message: { id?: unknown; result?: unknown; error?: unknown }): RpcResponse {
  if (message.result === undefined && message.error === undefined) {
    throw invalidMessage(message, 'a request needs a method, a response a result or an error')
  }
  if (message.result !== undefined && message.error !== undefined) {
    throw invalidMessage(message, 'a response has a result or an error, not both')
  }
  if (message.id === undefined || message.id === null) {
    if (message.error === undefined) throw invalidMessage(message, 'a result needs an id')
  } else if (!isId(message.id)) {
    throw invalidMessage(message, 'id must be a string or an integer')
  }
  if (message.error !== undefined) assertError(message, message.error)
  return (message.id === undefined ? { ...message, id: null } : message) as RpcResponse
}

function assertError(message: object, error: unknown): void {
  if (!isObject(error)) throw invalidMessage(message, 'error must be an object')
  if (!Number.isInteger(error['code'])) throw invalidMessage(message, 'error.code must be an integer')
  if (typeof error['message'] !== 'string') throw invalidMessage(message, 'error.message must be a string')
}

export function invalidMessage(message: { id?: unknown; method?: unknown }, problem: string): InvalidMessage {
  return new InvalidMessage(`Invalid message: ${problem}`, isId(message.id) ? message.id : null, shapeOf(message))
}

function shapeOf(message: { method?: unknown }): InvalidShape {
  if (message.method !== undefined) return 'request'
  return 'result' in message || 'error' in message ? 'response' : 'either'
}
