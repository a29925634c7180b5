import type { RpcId } from './messages.js'

/**
 * Returns true for a value that can be the id of a request. Integers beyond 2^53 cannot: JSON would read another number than
 * was sent, and the response could not be matched.
 */
export function isId(value: unknown): value is RpcId {
  return typeof value === 'string' || Number.isSafeInteger(value)
}
