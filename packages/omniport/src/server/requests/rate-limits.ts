import type { Runtime } from '../../async/runtime/runtime.js'
import { type RateLimit, RateLimited } from '../../protocol/errors/rate-limited.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { TokenBuckets, type TokenBucketsOptions } from './token-buckets.js'

const limitOf: ReadonlyMap<string, RateLimit> = new Map([
  ['tools/call', 'callsPerMinute'],
  ['completion/complete', 'completionsPerMinute'],
])

/** Counts requests and log messages per minute and caller. */
export class RateLimits {
  readonly #limits: ReadonlyMap<string, Limited>
  readonly #logs: CallerBuckets | undefined

  constructor(limits: ReadonlyMap<string, Limited>, logs?: CallerBuckets) {
    this.#limits = limits
    this.#logs = logs
  }

  /** Counts a request. @throws RateLimited when it exceeds the limit. */
  admit(method: string, exchange: Exchange): void {
    const limited = this.#limits.get(method)
    if (limited === undefined) return
    const waitMs = limited.buckets.take(exchange)
    if (waitMs > 0) throw new RateLimited(limited.limit, limited.most, Math.ceil(waitMs / 1000))
  }

  /** Counts a log message. False: it exceeds the limit. */
  admitsLog(exchange: Exchange): boolean {
    return this.#logs === undefined || this.#logs.take(exchange) === 0
  }
}

/** Creates the rate limits that `limits` sets, without those that are infinite. */
export function createRateLimits(limits: Limits, clock: Pick<Runtime, 'now'>): RateLimits {
  const create = (perMinute: number) => (perMinute === Infinity ? undefined : new CallerBuckets({ perMinute, clock }))
  const limited = [...limitOf].flatMap(([method, limit]): [string, Limited][] => {
    const buckets = create(limits[limit])
    return buckets === undefined ? [] : [[method, { limit, most: limits[limit], buckets }]]
  })
  return new RateLimits(new Map(limited), create(limits.logsPerMinute))
}

/**
 * A token bucket for each principal, and one for each sender without: a network or a connection. A legacy session has none of
 * its own, since a client opens as many as it likes. However many senders there are, they take no bucket of a principal.
 */
class CallerBuckets {
  readonly #principals: TokenBuckets<string>
  readonly #senders: TokenBuckets<Exchange['sender']>

  constructor(options: TokenBucketsOptions) {
    this.#principals = new TokenBuckets(options)
    this.#senders = new TokenBuckets(options)
  }

  take({ principal, sender }: Exchange): number {
    return principal === undefined ? this.#senders.take(sender) : this.#principals.take(principal.id)
  }
}

interface Limited {
  readonly limit: RateLimit
  readonly most: number
  readonly buckets: CallerBuckets
}
