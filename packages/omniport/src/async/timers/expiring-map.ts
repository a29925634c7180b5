import type { Clock } from '../runtime/clock.js'
import { TimerHeap, type TimerHeapItem } from './timer-heap.js'

interface Entry<Value> extends TimerHeapItem {
  readonly key: string
  value: Value
  /** May be later than `due`: an entry with more time is moved when it would have been due, not on every write. */
  expiresAt: number
}

/** A map whose entries expire, to the millisecond of its clock. It has one timer, and none while it is empty. */
export class ExpiringMap<Value> {
  readonly #clock: Clock
  readonly #onEnd: (key: string, value: Value) => void
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #heap = new TimerHeap<Entry<Value>>()
  #timer: { readonly at: number; readonly cancel: () => void } | undefined

  /** Calls `onEnd` for each entry that is deleted or expires. */
  constructor(clock: Clock, onEnd: (key: string, value: Value) => void = () => {}) {
    this.#clock = clock
    this.#onEnd = onEnd
  }

  get size(): number {
    this.expire()
    return this.#entries.size
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    return entry === undefined || entry.expiresAt <= this.#clock.now() ? undefined : entry.value
  }

  /** Yields the entries that exist, also those that are added meanwhile, with the time of their end. */
  *entries(): Generator<readonly [key: string, value: Value, expiresAt: number]> {
    for (const { key, value, expiresAt } of this.#entries.values()) {
      if (expiresAt > this.#clock.now()) yield [key, value, expiresAt]
    }
  }

  /** Adds or replaces an entry; it ends `ttlMs` milliseconds from now. */
  set(key: string, value: Value, ttlMs: number): void {
    const now = this.#clock.now()
    const expiresAt = now + ttlMs
    let entry = this.#entries.get(key)
    if (entry !== undefined && entry.expiresAt <= now) {
      this.#remove(entry)
      entry = undefined
    }
    if (entry === undefined) this.#add({ key, value, expiresAt, due: expiresAt, index: 0 })
    else this.#write(entry, value, expiresAt)
    this.#arm()
  }

  /** True if there was one. */
  delete(key: string): boolean {
    const entry = this.#entries.get(key)
    if (entry === undefined) return false
    this.#remove(entry)
    this.#arm()
    return entry.expiresAt > this.#clock.now()
  }

  /** Deletes expired entries, even before the timer fires. */
  expire(): void {
    const now = this.#clock.now()
    for (let first = this.#heap.first; first !== undefined && first.due <= now; first = this.#heap.first) {
      if (first.expiresAt > now) this.#heap.move(first, first.expiresAt)
      else this.#remove(first)
    }
  }

  #add(entry: Entry<Value>): void {
    this.#entries.set(entry.key, entry)
    this.#heap.add(entry)
  }

  #write(entry: Entry<Value>, value: Value, expiresAt: number): void {
    entry.value = value
    entry.expiresAt = expiresAt
    if (expiresAt < entry.due) this.#heap.move(entry, expiresAt)
  }

  #remove(entry: Entry<Value>): void {
    this.#entries.delete(entry.key)
    this.#heap.delete(entry)
    this.#onEnd(entry.key, entry.value)
  }

  /** Makes sure that the timer fires no later than the first entry is due. An empty map has no timer. */
  #arm(): void {
    const at = this.#heap.first?.due ?? Number.POSITIVE_INFINITY
    if (this.#timer !== undefined && this.#timer.at <= at && this.#entries.size > 0) return
    this.#timer?.cancel()
    this.#timer = at === Number.POSITIVE_INFINITY ? undefined : { at, cancel: this.#wake(at) }
  }

  #wake(at: number): () => void {
    const expire = () => {
      this.#timer = undefined
      this.expire()
      this.#arm()
    }
    return this.#clock.after(at - this.#clock.now(), expire, { background: true })
  }
}
