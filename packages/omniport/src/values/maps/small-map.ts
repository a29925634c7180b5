/**
 * A map of few entries that come and go: a single one is stored beside the table. The engine rebuilds a `Map` with frequent
 * additions and deletions every few entries, and an old table keeps the next one alive with all that is in it, so that the
 * garbage collector takes what is over for live, and copies it. Here a new `Map` takes the place of the old one before that.
 *
 * Entries are in the order in which they were added. A value is never `undefined`.
 */
export class SmallMap<K, V> {
  /** Older than all entries of the table: it is set only while the table is empty. */
  #firstKey: K | undefined
  #first: V | undefined
  #others: Map<K, V> = empty
  #deletions = 0

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
      if (this.#others === empty) this.#others = new Map()
      this.#others.set(key, value)
    } else {
      this.#firstKey = key
      this.#first = value
    }
  }

  delete(key: K): void {
    if (this.#first !== undefined && this.#firstKey === key) this.#firstKey = this.#first = undefined
    else if (this.#others.size > 0 && this.#others.delete(key)) this.#countDeletion()
  }

  #countDeletion(): void {
    this.#deletions += 1
    if (this.#deletions < Math.max(renewedAfter, this.#others.size)) return
    this.#deletions = 0
    this.#others = new Map(this.#others)
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

/** The table of every map that never had a second entry: an empty one takes 200 bytes. */
const empty = new Map<never, never>()

/** The deletions after which a small table is renewed. */
const renewedAfter = 32
