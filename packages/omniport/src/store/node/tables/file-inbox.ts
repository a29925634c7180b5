import { onAbort } from '../../../async/abort/on-abort.js'
import type { JsonValue } from '../../../values/json/json-value.js'
import { toJsonText } from '../../../values/json/to-json-text.js'
import type { Inbox } from '../../inbox.js'
import { DurableMap, type TableServices } from './durable-map.js'

interface Slot {
  /** JSON. Undefined once it was taken. */
  readonly text: string | undefined
  readonly expiresAt: number
}

type Taker = (taken: Promise<JsonValue>) => void

/** An `Inbox` whose values survive the process. */
export class FileInbox implements Inbox {
  readonly table: DurableMap<Slot>
  readonly #clock: TableServices['clock']
  readonly #takers = new Map<string, Set<Taker>>()

  constructor(services: TableServices) {
    this.#clock = services.clock
    this.table = new DurableMap({ ...services, name: 'inbox', encode, decode })
  }

  async put(id: string, value: JsonValue, ttlMs: number): Promise<boolean> {
    const text = toJsonText('inbox: a value', value)
    if (this.table.planned(id) !== undefined) return this.table.unchanged(id, false)
    const slot = { text, expiresAt: this.#clock.now() + ttlMs }
    return this.table.set(id, { value: slot, ttlMs }, () => {
      const [taker] = this.#takers.get(id) ?? []
      if (this.table.planned(id) === slot) taker?.(this.#take(id, text, slot.expiresAt))
      return true
    })
  }

  async take(id: string, signal: AbortSignal): Promise<JsonValue> {
    signal.throwIfAborted()
    const slot = this.table.planned(id)
    if (slot?.text === undefined) return this.#wait(id, signal)
    return this.#take(id, slot.text, slot.expiresAt)
  }

  /** The mark that it was taken lasts as long as the value would have. */
  async #take(id: string, text: string, expiresAt: number): Promise<JsonValue> {
    const ttlMs = expiresAt - this.#clock.now()
    return this.table.set(id, { value: { text: undefined, expiresAt }, ttlMs }, () => JSON.parse(text))
  }

  #wait(id: string, signal: AbortSignal): Promise<JsonValue> {
    return new Promise((resolve, reject) => {
      const taker: Taker = (taken) => {
        leave()
        resolve(taken)
      }
      const leave = () => {
        stop()
        this.#removeTaker(id, taker)
      }
      const stop = onAbort(signal, () => {
        leave()
        reject(signal.reason)
      })
      const takers = this.#takers.get(id) ?? new Set()
      this.#takers.set(id, takers.add(taker))
    })
  }

  #removeTaker(id: string, taker: Taker): void {
    const takers = this.#takers.get(id)
    if (takers?.delete(taker) && takers.size === 0) this.#takers.delete(id)
  }
}

function encode({ text, expiresAt }: Slot): string {
  return text === undefined ? `${expiresAt}` : `${expiresAt},${text}`
}

function decode(fields: readonly unknown[]): Slot | undefined {
  const [expiresAt, value] = fields
  if (typeof expiresAt !== 'number' || fields.length > 2) return undefined
  return { expiresAt, text: fields.length === 1 ? undefined : JSON.stringify(value) }
}
