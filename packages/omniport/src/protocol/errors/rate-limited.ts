import type { RpcErrorObject } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isObject } from '../../values/json/is-object.js'
import type { Limits } from '../limits/limits.js'

/** The limits of requests per minute. */
export type RateLimit = keyof Pick<Limits, 'callsPerMinute' | 'completionsPerMinute'>

/** -32603: a limit per minute is reached. */
export class RateLimited extends RpcError {
  override readonly name = 'RateLimited'

  constructor(limit: RateLimit, max: number, retryAfterSeconds: number) {
    super(-32603, `Too many per minute: the limit ${limit} is ${max}`, { retryAfterSeconds })
  }
}

/** The seconds until the request may be sent again, if the error has them: a whole number above 0. */
export function retryAfterOf({ code, data }: RpcErrorObject): number | undefined {
  if (code !== -32603 || !isObject(data)) return undefined
  const seconds = data['retryAfterSeconds']
  return Number.isSafeInteger(seconds) && (seconds as number) > 0 ? (seconds as number) : undefined // a number: it is an integer
}
