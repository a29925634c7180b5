import { LRUCache } from 'lru-cache'
import type { Clock } from '../../jsonrpc/clock.js'
import { OmniportError } from '../../jsonrpc/omniport-error.js'

/** A value, and when it is no longer to be used, in milliseconds since 1970. */
export interface Learned<Value> {
  readonly value: Value
  readonly until: number
}

/** Tokens that may be looked at at once: anybody may send some, and each is kept until it is known what it is. */
const maxLearning = 4_096

/** What is known of tokens, each until its own time: those used last, so many at most. Tokens never leave it. */
export class TokenCache<Value> {
  readonly #clock: Clock
  readonly #known: LRUCache<string, Learned<Value>> | undefined
  readonly #learning = new Map<string, Promise<Value>>()

  constructor(clock: Clock, maxEntries: number) {
    this.#clock = clock
    this.#known = maxEntries === 0 ? undefined : new LRUCache({ max: maxEntries })
  }

  get(token: string): Value | undefined {
    const entry = this.#known?.get(token)
    if (entry === undefined) return undefined
    if (entry.until > this.#clock.now()) return entry.value
    this.#known?.delete(token)
    return undefined
  }

  /**
   * What `learn` gives, which runs once for all that ask about a token meanwhile.
   *
   * @throws OmniportError `limit` while too many others are learnt.
   */
  once(token: string, learn: () => Promise<Learned<Value>>): Promise<Value> {
    let learning = this.#learning.get(token)
    if (learning === undefined) {
      if (this.#learning.size >= maxLearning) {
        throw new OmniportError('limit', `At most ${maxLearning} tokens are verified at once`)
      }
      learning = this.#learn(token, learn).finally(() => this.#learning.delete(token))
      this.#learning.set(token, learning)
    }
    return learning
  }

  async #learn(token: string, learn: () => Promise<Learned<Value>>): Promise<Value> {
    const entry = await learn()
    if (entry.until > this.#clock.now()) this.#known?.set(token, entry)
    return entry.value
  }
}
