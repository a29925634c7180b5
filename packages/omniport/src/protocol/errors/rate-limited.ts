import type { RpcErrorObject } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isObject } from '../../values/json/is-object.js'
import type { Limits } from '../limits/limits.js'

/** The limits on what happens in a minute. */
export type RateLimit = keyof Pick<Limits, 'callsPerMinute' | 'completionsPerMinute'>

/** -32603: as much as may happen in a minute has happened. */
export class RateLimited extends RpcError {
  override readonly name = 'RateLimited'

  constructor(limit: RateLimit, max: number, retryAfterSeconds: number) {
    super(-32603, `Too many per minute: the limit ${limit} is ${max}`, { retryAfterSeconds })
  }
}

/** The seconds after which the request may be sent again, where an error says so: a whole number above 0. */
export function retryAfterOf({ code, data }: RpcErrorObject): number | undefined {
  if (code !== -32603 || !isObject(data)) return undefined
  const seconds = data['retryAfterSeconds']
  return Number.isSafeInteger(seconds) && (seconds as number) > 0 ? (seconds as number) : undefined // a number: it is an integer
}
