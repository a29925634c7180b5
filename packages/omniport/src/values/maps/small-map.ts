/**
 * A map that mostly has one entry, which it stores beside its table. A `Map` with frequent additions and deletions is rebuilt
 * every few entries, and its old tables keep the new ones alive, which costs the garbage collector time.
 *
 * Entries are in the order in which they were added. A value is never `undefined`.
 */
export class SmallMap<K, V> {
  /** Older than all entries of the table: it is set only while the table is empty. */
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

  /** Adds an entry. @throws TypeError if the key is present. */
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
