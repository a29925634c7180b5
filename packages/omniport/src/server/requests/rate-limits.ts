import type { Runtime } from '../../async/runtime/runtime.js'
import { type RateLimit, RateLimited } from '../../protocol/errors/rate-limited.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { TokenBuckets } from './token-buckets.js'

/** The methods that are limited by the minute. */
const limitOf: ReadonlyMap<string, RateLimit> = new Map([
  ['tools/call', 'callsPerMinute'],
  ['completion/complete', 'completionsPerMinute'],
])

/** Counts requests by the minute and by who sent them. */
export class RateLimits {
  readonly #limits: ReadonlyMap<string, Limited>

  constructor(limits: ReadonlyMap<string, Limited>) {
    this.#limits = limits
  }

  /** Counts a request. @throws RateLimited when it is one too many. */
  admit(method: string, exchange: Exchange): void {
    const limited = this.#limits.get(method)
    if (limited === undefined) return
    const waitMs = limited.buckets.take(keyOf(exchange))
    if (waitMs > 0) throw new RateLimited(limited.limit, limited.most, Math.ceil(waitMs / 1000))
  }
}

/** Those of `limits` that are set; undefined where none is. */
export function createRateLimits(limits: Limits, clock: Pick<Runtime, 'now'>): RateLimits | undefined {
  const limited = [...limitOf].flatMap(([method, limit]): [string, Limited][] => {
    const most = limits[limit]
    if (most === undefined || most === Infinity) return []
    return [[method, { limit, most, buckets: new TokenBuckets({ perMinute: most, clock }) }]]
  })
  return limited.length === 0 ? undefined : new RateLimits(new Map(limited))
}

/** Whose tokens a request takes: of those who are not known, all of one legacy session, or all the others, are one. */
function keyOf({ principal, session }: Exchange): string {
  if (principal !== undefined) return `principal ${principal.id}`
  return session === undefined ? '' : `session ${session.id}`
}

/** A limit and what is left of it, by key. */
interface Limited {
  readonly limit: RateLimit
  readonly most: number
  readonly buckets: TokenBuckets
}
