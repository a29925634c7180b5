import type { Runtime } from '../../async/runtime/runtime.js'
import { type RateLimit, RateLimited } from '../../protocol/errors/rate-limited.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { TokenBuckets, type TokenBucketsOptions } from './token-buckets.js'

const limitOf: ReadonlyMap<string, RateLimit> = new Map([
  ['tools/call', 'callsPerMinute'],
  ['completion/complete', 'completionsPerMinute'],
])

const limited = ['callsPerMinute', 'completionsPerMinute', 'logsPerMinute'] as const

/** Counts requests and log messages per minute and caller. */
export class RateLimits {
  readonly #limits: Limits
  /** Without those of limits that are infinite. */
  readonly #buckets = new Map<(typeof limited)[number], CallerBuckets>()

  constructor(limits: Limits, clock: Pick<Runtime, 'now'>) {
    this.#limits = limits
    for (const limit of limited) {
      const perMinute = limits[limit]
      if (perMinute !== Infinity) this.#buckets.set(limit, new CallerBuckets({ perMinute, clock }))
    }
  }

  /** Counts a request. @throws RateLimited when it exceeds the limit. */
  admit(method: string, exchange: Exchange): void {
    const limit = limitOf.get(method)
    const waitMs = limit && this.#buckets.get(limit)?.take(exchange)
    if (waitMs) throw new RateLimited(limit, this.#limits[limit], Math.ceil(waitMs / 1000))
  }

  /** Counts a log message. False: it exceeds the limit. */
  admitsLog(exchange: Exchange): boolean {
    return !this.#buckets.get('logsPerMinute')?.take(exchange)
  }
}

/**
 * A token bucket for each principal, and one for each sender without: a network or a connection. A legacy session has none of
 * its own, since a client opens as many as it likes. However many senders there are, they take no bucket of a principal.
 */
export class CallerBuckets {
  readonly #principals: TokenBuckets<string>
  readonly #senders: TokenBuckets<Exchange['sender']>

  constructor(options: TokenBucketsOptions) {
    this.#principals = new TokenBuckets(options)
    this.#senders = new TokenBuckets(options)
  }

  /** Gives 0, or if there is no token the milliseconds until there will be one. */
  take({ principal, sender }: Exchange): number {
    return principal === undefined ? this.#senders.take(sender) : this.#principals.take(principal.id)
  }
}
