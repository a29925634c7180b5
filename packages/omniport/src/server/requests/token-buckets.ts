import type { Clock } from '../../async/runtime/clock.js'

/** The default number of buckets to keep. */
const maxBuckets = 10_000

export interface TokenBucketsOptions {
  /** The tokens of a full bucket, which are also those that come back in a minute. */
  readonly perMinute: number
  readonly clock: Pick<Clock, 'now'>
  /** Buckets kept. Default: 10,000. */
  readonly most?: number | undefined
}

/**
 * A token bucket for each key. A full bucket is deleted, since a new key starts with a full one. A bucket never gives
 * more than its rate; one that is almost full may give a thousandth less.
 */
export class TokenBuckets {
  readonly #options: TokenBucketsOptions
  readonly #burst: number
  readonly #msPerToken: number
  /** Tokens that are taken of one bucket before the clock is read again, since that costs more than all else here. */
  readonly #mostUntimed: number
  /** Ordered by use; the last used is last. */
  readonly #buckets = new Map<string, Bucket>()
  #last: Bucket | undefined

  constructor(options: TokenBucketsOptions) {
    this.#options = options
    this.#burst = Math.max(1, options.perMinute)
    this.#msPerToken = 60_000 / options.perMinute
    this.#mostUntimed = Math.floor(this.#burst / 1_000)
  }

  get size(): number {
    return this.#buckets.size
  }

  /** Takes a token of `key`. Gives 0, or if there is none the milliseconds until there will be one. */
  take(key: string): number {
    const bucket = this.#last?.key === key ? this.#last : this.#use(key)
    if (bucket.untimed < this.#mostUntimed && bucket.tokens >= 1) {
      bucket.tokens -= 1
      bucket.untimed += 1
      return 0
    }
    const at = this.#options.clock.now()
    // As if the untimed tokens were taken now: the bucket may have been full until then.
    const tokens = Math.min(this.#burst - bucket.untimed, this.#level(bucket, at))
    if (tokens < 1) return (1 - tokens) * this.#msPerToken
    bucket.tokens = tokens - 1
    bucket.at = at
    bucket.untimed = 0
    return 0
  }

  /** Makes the bucket of `key` the last used one. */
  #use(key: string): Bucket {
    const known = this.#buckets.get(key)
    if (known !== undefined) this.#buckets.delete(key)
    const bucket = known ?? this.#create(key)
    this.#buckets.set(key, bucket)
    this.#last = bucket
    return bucket
  }

  #create(key: string): Bucket {
    const at = this.#options.clock.now()
    this.#makeRoom(at)
    return { key, tokens: this.#burst, at, untimed: 0 }
  }

  /** Computes the tokens in a bucket. A clock that was set back has no effect. */
  #level({ tokens, at }: Bucket, now: number): number {
    return Math.min(this.#burst, tokens + Math.max(0, now - at) / this.#msPerToken)
  }

  /** Deletes the least recently used buckets: those that are full, and one that is not full where there is no other room. */
  #makeRoom(now: number): void {
    const { most = maxBuckets } = this.#options
    for (const [key, bucket] of this.#buckets) {
      if (this.#level(bucket, now) < this.#burst && this.#buckets.size < most) return
      this.#buckets.delete(key)
    }
  }
}

interface Bucket {
  readonly key: string
  tokens: number
  /** The time of the last token that was taken at a known time. */
  at: number
  /** Tokens taken since then. */
  untimed: number
}
