import type { Clock } from '../../../async/runtime/clock.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { BoundedMap } from '../../../values/maps/bounded-map.js'

/** A value, and when it is no longer to be used, in milliseconds since 1970. */
export interface CacheEntry<Value> {
  readonly value: Value
  readonly until: number
}

/** Tokens that may be looked at at once: anybody may send some, and each is kept until it is known what it is. */
const maxLoading = 4_096

/** What is known of tokens, each until its own time: those used last, so many at most. Tokens never leave it. */
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
   * What `load` gives, which runs once for all that ask about a token meanwhile.
   *
   * @throws OmniportError `limit` while too many others are learnt.
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
