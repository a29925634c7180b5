import { LruList, type LruNode } from './lru-list.js'

interface Entry<Value> extends LruNode<Entry<Value>> {
  readonly key: string
  readonly value: Value
  readonly size: number
}

/** The size of a `BoundedMap`. */
export interface BoundedMapOptions<Value> {
  /** Of all entries together, in the unit of `sizeOf`. */
  readonly maxSize: number
  /** Default: 1 for each entry. */
  readonly sizeOf?: ((value: Value, key: string) => number) | undefined
}

/**
 * A map of limited size that drops the least recently used entries. An entry larger than the whole map is not stored.
 *
 * Code that every server loads at its start uses it. Code that is loaded later uses `lru-cache`, which has more features and
 * takes some milliseconds to load.
 */
export class BoundedMap<Value> {
  readonly #maxSize: number
  readonly #sizeOf: (value: Value, key: string) => number
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #lruList = new LruList<Entry<Value>>()
  #size = 0

  constructor({ maxSize, sizeOf = () => 1 }: BoundedMapOptions<Value>) {
    this.#maxSize = maxSize
    this.#sizeOf = sizeOf
  }

  /** Makes the entry the most recently used one. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry !== undefined) this.#lruList.touch(entry)
    return entry?.value
  }

  /** Adds or replaces an entry. */
  set(key: string, value: Value): void {
    this.delete(key)
    const size = this.#sizeOf(value, key)
    if (size > this.#maxSize) return
    const entry: Entry<Value> = { key, value, size, older: undefined, newer: undefined }
    this.#entries.set(key, entry)
    this.#lruList.touch(entry)
    this.#size += size
    while (this.#size > this.#maxSize && this.#lruList.oldest !== undefined) this.delete(this.#lruList.oldest.key)
  }

  /** True if there was one. */
  delete(key: string): boolean {
    const entry = this.#entries.get(key)
    if (entry === undefined) return false
    this.#entries.delete(key)
    this.#lruList.delete(entry)
    this.#size -= entry.size
    return true
  }

  /** In no particular order. */
  *values(): Generator<Value> {
    for (const { value } of this.#entries.values()) yield value
  }

  clear(): void {
    for (const key of [...this.#entries.keys()]) this.delete(key)
  }
}
