import type { Clock } from '../../async/runtime/clock.js'
import { ExpiringMap } from '../../async/timers/expiring-map.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { JsonValue } from '../../values/json/json-value.js'
import { toJsonText } from '../../values/json/to-json-text.js'
import type { Inbox } from '../inbox.js'

/** Options of `createMemoryInbox`. */
export interface MemoryInboxOptions {
  readonly clock: Clock
  /**
   * The maximum number of remembered ids: of waiting values, and of values taken before their time was over. Default: 100,000.
   */
  readonly maxEntries?: number | undefined
}

interface Slot {
  /** Undefined once it was taken. */
  text: string | undefined
}

type Taker = (value: JsonValue) => void

/**
 * Creates an `Inbox` in memory. `put` rejects with OmniportError `limit` when it is full. There is nothing to close; a timer of
 * the clock runs while ids are remembered, not while takers wait.
 */
export function createMemoryInbox(options: MemoryInboxOptions): Inbox {
  return new MemoryInbox(options)
}

class MemoryInbox implements Inbox {
  readonly #maxEntries: number
  readonly #slots: ExpiringMap<Slot>
  readonly #takers = new Map<string, Set<Taker>>()

  constructor({ clock, maxEntries = 100_000 }: MemoryInboxOptions) {
    this.#maxEntries = maxEntries
    this.#slots = new ExpiringMap(clock)
  }

  async put(id: string, value: JsonValue, ttlMs: number): Promise<boolean> {
    const text = toJsonText('inbox: a value', value)
    if (this.#slots.get(id) !== undefined) return false
    if (this.#slots.size >= this.#maxEntries) {
      throw new OmniportError(
        'limit',
        `inbox: ${this.#maxEntries} ids are remembered already; raise maxEntries or try later`,
      )
    }
    const [taker] = this.#takers.get(id) ?? []
    this.#slots.set(id, { text: taker === undefined ? text : undefined }, ttlMs)
    taker?.(JSON.parse(text))
    return true
  }

  async take(id: string, signal: AbortSignal): Promise<JsonValue> {
    signal.throwIfAborted()
    const slot = this.#slots.get(id)
    if (slot?.text === undefined) return this.#wait(id, signal)
    const value: JsonValue = JSON.parse(slot.text)
    slot.text = undefined
    return value
  }

  #wait(id: string, signal: AbortSignal): Promise<JsonValue> {
    return new Promise((resolve, reject) => {
      const taker: Taker = (value) => {
        stop()
        resolve(value)
      }
      const onAbort = () => {
        stop()
        reject(signal.reason)
      }
      const stop = () => {
        signal.removeEventListener('abort', onAbort)
        this.#removeTaker(id, taker)
      }
      this.#addTaker(id, taker)
      signal.addEventListener('abort', onAbort)
    })
  }

  #addTaker(id: string, taker: Taker): void {
    const takers = this.#takers.get(id) ?? new Set()
    this.#takers.set(id, takers.add(taker))
  }

  #removeTaker(id: string, taker: Taker): void {
    const takers = this.#takers.get(id)
    if (takers?.delete(taker) && takers.size === 0) this.#takers.delete(id)
  }
}
