import type { Runtime } from '../../async/runtime/runtime.js'
import { type RateLimit, RateLimited } from '../../protocol/errors/rate-limited.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { TokenBuckets } from './token-buckets.js'

const limitOf: ReadonlyMap<string, RateLimit> = new Map([
  ['tools/call', 'callsPerMinute'],
  ['completion/complete', 'completionsPerMinute'],
])

/** Counts requests and log messages per minute and sender. */
export class RateLimits {
  readonly #limits: ReadonlyMap<string, Limited>
  readonly #logs: TokenBuckets | undefined

  constructor(limits: ReadonlyMap<string, Limited>, logs?: TokenBuckets) {
    this.#limits = limits
    this.#logs = logs
  }

  /** Counts a request. @throws RateLimited when it exceeds the limit. */
  admit(method: string, exchange: Exchange): void {
    const limited = this.#limits.get(method)
    if (limited === undefined) return
    const waitMs = limited.buckets.take(keyOf(exchange))
    if (waitMs > 0) throw new RateLimited(limited.limit, limited.most, Math.ceil(waitMs / 1000))
  }

  /** Counts a log message. False: it exceeds the limit. */
  admitsLog(exchange: Exchange): boolean {
    return this.#logs === undefined || this.#logs.take(keyOf(exchange)) === 0
  }
}

/** Creates the rate limits that `limits` sets, without those that are infinite. */
export function createRateLimits(limits: Limits, clock: Pick<Runtime, 'now'>): RateLimits {
  const create = (perMinute: number) => (perMinute === Infinity ? undefined : new TokenBuckets({ perMinute, clock }))
  const limited = [...limitOf].flatMap(([method, limit]): [string, Limited][] => {
    const buckets = create(limits[limit])
    return buckets === undefined ? [] : [[method, { limit, most: limits[limit], buckets }]]
  })
  return new RateLimits(new Map(limited), create(limits.logsPerMinute))
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
