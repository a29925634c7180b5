import type { Clock } from '../../async/runtime/clock.js'

/** Buckets that are kept where nobody says how many. */
const maxBuckets = 10_000

/** What buckets are made from. */
export interface TokenBucketsOptions {
  /** How many tokens a full bucket holds, and how many come back in a minute. */
  readonly perMinute: number
  readonly clock: Pick<Clock, 'now'>
  /** Buckets kept. Default: 10,000. */
  readonly most?: number | undefined
}

/** A token bucket for each key. One that is full is forgotten: it is what a new key starts with. */
export class TokenBuckets {
  readonly #options: TokenBucketsOptions
  readonly #burst: number
  readonly #msPerToken: number
  /** The one used last is last. */
  readonly #buckets = new Map<string, Bucket>()

  constructor(options: TokenBucketsOptions) {
    this.#options = options
    this.#burst = Math.max(1, options.perMinute)
    this.#msPerToken = 60_000 / options.perMinute
  }

  /** How many buckets are kept. */
  get size(): number {
    return this.#buckets.size
  }

  /** Takes a token of `key`. Gives 0, or if there is none the milliseconds until there will be one. */
  take(key: string): number {
    const at = this.#options.clock.now()
    const bucket = this.#buckets.get(key)
    const tokens = bucket === undefined ? this.#burst : this.#level(bucket, at)
    if (tokens < 1) return (1 - tokens) * this.#msPerToken
    this.#buckets.delete(key)
    if (bucket === undefined) this.#makeRoom(at)
    this.#buckets.set(key, { tokens: tokens - 1, at })
    return 0
  }

  /** What is in a bucket now. A clock that was set back gives nothing and takes nothing. */
  #level({ tokens, at }: Bucket, now: number): number {
    return Math.min(this.#burst, tokens + Math.max(0, now - at) / this.#msPerToken)
  }

  /** The longest unused go first: those that are full, and one that is not if there is no room else. */
  #makeRoom(now: number): void {
    const { most = maxBuckets } = this.#options
    for (const [key, bucket] of this.#buckets) {
      if (this.#level(bucket, now) < this.#burst && this.#buckets.size < most) return
      this.#buckets.delete(key)
    }
  }
}

interface Bucket {
  readonly tokens: number
  readonly at: number
}
