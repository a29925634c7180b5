import { randomUUID } from 'node:crypto'
import { ToolError } from 'omniport'

const minute = 60_000

/** Baskets by their handles. One that is not used for `idleMs` is gone, and so is the oldest of an owner who has too many. */
export class Baskets {
  #baskets = new Map() // least recently used first
  #idleMs
  #perOwner
  #anonymous
  #now

  constructor({ idleMs = 30 * minute, perOwner = 10, anonymous = 10_000, now = Date.now } = {}) {
    this.#idleMs = idleMs
    this.#perOwner = perOwner
    this.#anonymous = anonymous
    this.#now = now
  }

  get idleMinutes() {
    return this.#idleMs / minute
  }

  /** `owner` is the id of the principal; undefined for an anonymous caller, whose handle is all that protects the basket. */
  create(owner) {
    this.#removeExpired()
    const own = [...this.#baskets.values()].filter((basket) => basket.owner === owner)
    if (own.length >= (owner === undefined ? this.#anonymous : this.#perOwner)) this.#baskets.delete(own[0].id)
    const basket = { id: `bsk_${randomUUID()}`, owner, items: [], usedAt: this.#now() }
    this.#baskets.set(basket.id, basket)
    return basket
  }

  /** A basket of another owner gives the same error as one that never was, so that handles can't be probed. */
  use(id, owner) {
    this.#removeExpired()
    const basket = this.#baskets.get(id)
    if (basket === undefined || basket.owner !== owner) {
      throw new ToolError(`There is no basket ${id}, or it has expired. Make a new one with create_basket.`)
    }
    basket.usedAt = this.#now()
    this.#baskets.delete(id)
    this.#baskets.set(id, basket)
    return basket
  }

  release(id, owner) {
    this.use(id, owner)
    this.#baskets.delete(id)
  }

  #removeExpired() {
    const oldest = this.#now() - this.#idleMs
    for (const { id, usedAt } of this.#baskets.values()) {
      if (usedAt > oldest) return
      this.#baskets.delete(id)
    }
  }
}
