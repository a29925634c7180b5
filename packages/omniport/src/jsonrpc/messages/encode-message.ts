import { RawJson } from '../../values/json/raw-json.js'
import type { RpcMessage, RpcNotification, RpcRequest, RpcResponse } from './messages.js'

const encoder = new TextEncoder()

/**
 * Serialises one message, or a batch, to JSON without line breaks: a string, or UTF-8 bytes if the result is a `RawJson`. A
 * null id is left out.
 *
 * @throws TypeError when JSON cannot carry it: a BigInt, a cycle, what nests too deep or is too long for a text, a result that
 * is undefined, a function or a symbol.
 */
export function encodeMessage(message: RpcRequest | RpcNotification): string
export function encodeMessage(message: RpcMessage | readonly RpcMessage[]): string | Uint8Array
export function encodeMessage(message: RpcMessage | readonly RpcMessage[]): string | Uint8Array {
  if (isBatch(message)) return encodeBatch(message)
  if ('method' in message) return toText(message)
  if (message.error !== undefined) return encodeError(message)
  if (message.result instanceof RawJson) return wrap(message, message.result.bytes)
  const result: string | undefined = toText(message.result)
  if (result === undefined) throw new TypeError(`A result must be a JSON value, got ${typeof message.result}`)
  return `${head(message)}${result}}`
}

/** A value that exceeds the limits of the engine is refused like one that JSON cannot carry. */
function toText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new TypeError(`JSON cannot carry what nests so deep or is so long: ${cause.message}`, { cause })
  }
}

function isBatch(message: RpcMessage | readonly RpcMessage[]): message is readonly RpcMessage[] {
  return Array.isArray(message)
}

function encodeError(message: RpcResponse): string {
  const { id, error } = message
  return toText(id === null ? { jsonrpc: '2.0', error } : { jsonrpc: '2.0', id, error })
}

function head(message: RpcResponse): string {
  const { id } = message
  if (id === null) return '{"jsonrpc":"2.0","result":'
  return `{"jsonrpc":"2.0","id":${typeof id === 'number' ? id : JSON.stringify(id)},"result":`
}

function wrap(message: RpcResponse, bytes: Uint8Array): Uint8Array {
  const start = encoder.encode(head(message))
  const whole = new Uint8Array(start.length + bytes.length + 1)
  whole.set(start)
  whole.set(bytes, start.length)
  whole[whole.length - 1] = 0x7d
  return whole
}

function encodeBatch(messages: readonly RpcMessage[]): string {
  const decoder = new TextDecoder()
  const parts = messages.map((message) => {
    const part = encodeMessage(message)
    return typeof part === 'string' ? part : decoder.decode(part)
  })
  return `[${parts.join(',')}]`
}
