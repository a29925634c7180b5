import type { RpcErrorObject } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isObject } from '../../values/json/is-object.js'
import type { Limits } from '../limits/limits.js'

/** The limits of memory that all peers of a server share. */
export type MemoryLimit = keyof Pick<Limits, 'inFlightBytes' | 'anonymousBytes'>

/** -32603: a limit that peers share is reached. The request may be sent again; over HTTP its status is 503. */
export class ServerFull extends RpcError {
  override readonly name = 'ServerFull'

  constructor(limit: MemoryLimit, max: number) {
    super(-32603, `Too much at once: the limit ${limit} is ${max} bytes`, { retryAfterSeconds: 1, limit })
  }
}

/** Tells an error object that means `ServerFull`, or that a store of the server does not answer. */
export function isServerFull({ code, data }: RpcErrorObject): boolean {
  if (code !== -32603 || !isObject(data)) return false
  return data['limit'] === 'inFlightBytes' || data['limit'] === 'anonymousBytes' || data['reason'] === 'store'
}
