import type { Clock } from '../../async/runtime/clock.js'

/** The default number of buckets to keep. */
const maxBuckets = 10_000

/** The buckets that are looked at to find one that makes room. */
const maxLooks = 64

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
 *
 * Where there are too many, a full one makes room, else the fullest of a few. An empty one never does, so that nobody gets a
 * new bucket with the help of other keys; where all are empty, new keys share one.
 */
export class TokenBuckets<Key = string> {
  readonly #options: TokenBucketsOptions
  readonly #burst: number
  readonly #msPerToken: number
  /** Tokens that are taken of one bucket before the clock is read again, since that costs more than all else here. */
  readonly #mostUntimed: number
  /** Ordered by use; the last used is last. */
  readonly #buckets = new Map<Key, Bucket<Key>>()
  #last: Bucket<Key> | undefined
  /** Of all keys for which there was no room; its own key means nothing. */
  #shared: Bucket<Key> | undefined

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
  take(key: Key): number {
    const bucket = this.#last !== undefined && this.#last.key === key ? this.#last : this.#use(key)
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

  /** Gives the bucket of `key`, as the last used one. */
  #use(key: Key): Bucket<Key> {
    let bucket = this.#buckets.get(key)
    if (bucket === undefined) {
      const at = this.#options.clock.now()
      bucket = { key, tokens: this.#burst, at, untimed: 0 }
      if (!this.#makeRoom(at)) {
        this.#shared ??= bucket
        return this.#shared
      }
    }
    this.#renew(bucket)
    this.#last = bucket
    return bucket
  }

  /** Makes a bucket the last one in the order. */
  #renew(bucket: Bucket<Key>): void {
    this.#buckets.delete(bucket.key)
    this.#buckets.set(bucket.key, bucket)
  }

  /** Computes the tokens in a bucket. A clock that was set back has no effect. */
  #level({ tokens, at }: Bucket<Key>, now: number): number {
    return Math.min(this.#burst, tokens + Math.max(0, now - at) / this.#msPerToken)
  }

  /** Deletes those of the longest unused buckets that are full, and one that is not where there is no other room. */
  #makeRoom(now: number): boolean {
    const { most = maxBuckets } = this.#options
    let looks = Math.min(maxLooks, this.#buckets.size)
    let fullest: Bucket<Key> | undefined
    for (const bucket of this.#buckets.values()) {
      const level = this.#level(bucket, now)
      if (level === this.#burst) {
        this.#buckets.delete(bucket.key)
        continue
      }
      if (this.#buckets.size < most) return true
      if (looks === 0) break
      looks -= 1
      if (level >= 1 && (fullest === undefined || level > this.#level(fullest, now))) fullest = bucket
      this.#renew(bucket) // so that others are looked at the next time
    }
    if (fullest !== undefined) this.#buckets.delete(fullest.key)
    return this.#buckets.size < most
  }
}

interface Bucket<Key> {
  readonly key: Key
  tokens: number
  /** The time of the last token that was taken at a known time. */
  at: number
  /** Tokens taken since then. */
  untimed: number
}
