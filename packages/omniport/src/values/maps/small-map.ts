/**
 * A map for what is mostly one entry at a time: that one is kept beside the table. A table that much is added to and taken
 * from is made anew every few entries, and the old ones keep the new ones alive, to the cost of the garbage collector.
 *
 * Entries are in the order in which they were added. `undefined` is no value.
 */
export class SmallMap<K, V> {
  /** Older than all in the table: it is taken only while that is empty. */
  #firstKey: K | undefined
  #first: V | undefined
  readonly #others = new Map<K, V>()

  get size(): number {
    return this.#others.size + (this.#first === undefined ? 0 : 1)
  }

  has(key: K): boolean {
    return this.get(key) !== undefined
  }

  get(key: K): V | undefined {
    if (this.#first !== undefined && this.#firstKey === key) return this.#first
    return this.#others.size === 0 ? undefined : this.#others.get(key)
  }

  /** Adds an entry. @throws TypeError where there is one of that key. */
  add(key: K, value: V): void {
    if (this.has(key)) throw new TypeError(`The key ${String(key)} is in use`)
    if (this.#first !== undefined || this.#others.size > 0) {
      this.#others.set(key, value)
    } else {
      this.#firstKey = key
      this.#first = value
    }
  }

  delete(key: K): void {
    if (this.#first !== undefined && this.#firstKey === key) this.#firstKey = this.#first = undefined
    else if (this.#others.size > 0) this.#others.delete(key)
  }

  /** A copy of the keys. */
  keys(): K[] {
    return this.#first === undefined ? [...this.#others.keys()] : [this.#firstKey as K, ...this.#others.keys()] // set with it
  }

  /** A copy of the values. */
  values(): V[] {
    return this.#first === undefined ? [...this.#others.values()] : [this.#first, ...this.#others.values()]
  }
}
