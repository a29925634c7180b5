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

/** A token bucket for each key. A full bucket is deleted, since a new key starts with a full one. */
export class TokenBuckets {
  readonly #options: TokenBucketsOptions
  readonly #burst: number
  readonly #msPerToken: number
  /** Ordered by use; the last used is last. */
  readonly #buckets = new Map<string, Bucket>()

  constructor(options: TokenBucketsOptions) {
    this.#options = options
    this.#burst = Math.max(1, options.perMinute)
    this.#msPerToken = 60_000 / options.perMinute
  }

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
  readonly tokens: number
  readonly at: number
}
