import type { Clock } from '../../../async/runtime/clock.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { BoundedMap } from '../../../values/maps/bounded-map.js'

/** A value and the time of its expiry, in milliseconds since 1970. */
export interface CacheEntry<Value> {
  readonly value: Value
  readonly until: number
}

/** The maximum of concurrent verifications: anyone may send tokens, and each takes memory meanwhile. */
const maxLoading = 4_096

/** Caches results by token, each until its own expiry; the least recently used are dropped. */
export class TokenCache<Value> {
  readonly #clock: Clock
  readonly #entries: BoundedMap<CacheEntry<Value>> | undefined
  readonly #loading = new Map<string, Promise<Value>>()

  constructor(clock: Clock, maxEntries: number) {
    this.#clock = clock
    this.#entries = maxEntries === 0 ? undefined : new BoundedMap({ maxSize: maxEntries })
  }

  get(token: string): Value | undefined {
    const entry = this.#entries?.get(token)
    if (entry === undefined) return undefined
    if (entry.until > this.#clock.now()) return entry.value
    this.#entries?.delete(token)
    return undefined
  }

  /**
   * Returns the result of `load`, which runs once for all concurrent callers with this token.
   *
   * @throws OmniportError `limit` while too many others are loading.
   */
  once(token: string, load: () => Promise<CacheEntry<Value>>): Promise<Value> {
    let loading = this.#loading.get(token)
    if (loading === undefined) {
      if (this.#loading.size >= maxLoading) {
        throw new OmniportError('limit', `At most ${maxLoading} tokens are verified at once`)
      }
      loading = this.#load(token, load).finally(() => this.#loading.delete(token))
      this.#loading.set(token, loading)
    }
    return loading
  }

  async #load(token: string, load: () => Promise<CacheEntry<Value>>): Promise<Value> {
    const entry = await load()
    if (entry.until > this.#clock.now()) this.#entries?.set(token, entry)
    return entry.value
  }
}
