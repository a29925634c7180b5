import type { Runtime } from '../../async/runtime/runtime.js'
import { type RateLimit, RateLimited } from '../../protocol/errors/rate-limited.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { TokenBuckets } from './token-buckets.js'

const limitOf: ReadonlyMap<string, RateLimit> = new Map([
  ['tools/call', 'callsPerMinute'],
  ['completion/complete', 'completionsPerMinute'],
])

/** Counts requests per minute and sender. */
export class RateLimits {
  readonly #limits: ReadonlyMap<string, Limited>

  constructor(limits: ReadonlyMap<string, Limited>) {
    this.#limits = limits
  }

  /** Counts a request. @throws RateLimited when it exceeds the limit. */
  admit(method: string, exchange: Exchange): void {
    const limited = this.#limits.get(method)
    if (limited === undefined) return
    const waitMs = limited.buckets.take(keyOf(exchange))
    if (waitMs > 0) throw new RateLimited(limited.limit, limited.most, Math.ceil(waitMs / 1000))
  }
}

/** Creates the rate limits that `limits` sets; undefined where it sets none. */
export function createRateLimits(limits: Limits, clock: Pick<Runtime, 'now'>): RateLimits | undefined {
  const limited = [...limitOf].flatMap(([method, limit]): [string, Limited][] => {
    const most = limits[limit]
    if (most === undefined || most === Infinity) return []
    return [[method, { limit, most, buckets: new TokenBuckets({ perMinute: most, clock }) }]]
  })
  return limited.length === 0 ? undefined : new RateLimits(new Map(limited))
}

/** Gives the key of the sender: its principal, else its legacy session, else one key for all others. */
function keyOf({ principal, session }: Exchange): string {
  if (principal !== undefined) return `principal ${principal.id}`
  return session === undefined ? '' : `session ${session.id}`
}

interface Limited {
  readonly limit: RateLimit
  readonly most: number
  readonly buckets: TokenBuckets
}
