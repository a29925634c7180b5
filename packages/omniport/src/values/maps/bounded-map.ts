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
  /** Called with each value that leaves the map: deleted, replaced or evicted. */
  readonly onRemove?: ((value: Value) => void) | undefined
}

/** A map of limited size. It evicts the least recently used entries, and ignores an entry that is larger than the map. */
export class BoundedMap<Value> {
  readonly #maxSize: number
  readonly #sizeOf: (value: Value, key: string) => number
  readonly #onRemove: ((value: Value) => void) | undefined
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #lruList = new LruList<Entry<Value>>()
  #size = 0

  constructor({ maxSize, sizeOf = () => 1, onRemove }: BoundedMapOptions<Value>) {
    this.#maxSize = maxSize
    this.#sizeOf = sizeOf
    this.#onRemove = onRemove
  }

  /** Makes the entry the most recently used one. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry !== undefined) this.#lruList.touch(entry)
    return entry?.value
  }

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

  /** Returns false when the key is absent. */
  delete(key: string): boolean {
    const entry = this.#entries.get(key)
    if (entry === undefined) return false
    this.#entries.delete(key)
    this.#lruList.delete(entry)
    this.#size -= entry.size
    this.#onRemove?.(entry.value)
    return true
  }

  /** A copy of the keys, in no particular order. */
  keys(): readonly string[] {
    return [...this.#entries.keys()]
  }

  /** The values, in no particular order. */
  *values(): Generator<Value> {
    for (const { value } of this.#entries.values()) yield value
  }

  clear(): void {
    for (const key of this.keys()) this.delete(key)
  }
}
