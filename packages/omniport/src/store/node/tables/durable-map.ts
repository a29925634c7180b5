import type { Clock } from '../../../async/runtime/clock.js'
import { ExpiringMap } from '../../../async/timers/expiring-map.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { ByteBudget } from '../../../values/memory/byte-budget.js'
import type { Journal, Table } from '../journal/journal.js'

/** The services that the tables of one folder share. */
export interface TableServices {
  readonly journal: Journal
  readonly clock: Clock
  /** Counts the bytes of all records but events. */
  readonly budget: ByteBudget
  readonly maxBytes: number
}

export interface DurableMapOptions<Value> extends TableServices {
  readonly name: string
  /** The JSON of a value, without the brackets of an array. */
  readonly encode: (value: Value) => string
  /** The value of such an array; undefined for what cannot be one. */
  readonly decode: (fields: readonly unknown[]) => Value | undefined
  /** Called for each entry that is deleted or expires. */
  readonly onEnd?: ((key: string) => void) | undefined
}

interface Stored<Value> {
  readonly value: Value
  readonly bytes: number
}

/** What an entry will be once it is written. */
interface Plan<Value> {
  readonly value: Value | undefined
  readonly expiresAt: number
}

/** A map whose entries expire and survive the process. Reads see what is written; changes build on what is planned. */
export class DurableMap<Value> implements Table {
  readonly name: string
  readonly #options: DurableMapOptions<Value>
  readonly #entries: ExpiringMap<Stored<Value>>
  readonly #plans = new Map<string, Plan<Value>>()

  constructor(options: DurableMapOptions<Value>) {
    this.name = options.name
    this.#options = options
    this.#entries = new ExpiringMap(options.clock, (key, { bytes }) => {
      options.budget.remove(bytes)
      options.onEnd?.(key)
    })
  }

  /** The value that is written. */
  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value
  }

  /** The value that a change has to build on. */
  planned(key: string): Value | undefined {
    const plan = this.#plans.get(key)
    if (plan === undefined) return this.get(key)
    return plan.expiresAt <= this.#options.clock.now() ? undefined : plan.value
  }

  /** Resolves with what `commit` returns once the value is written. @throws OmniportError `limit` if there is no room. */
  set<T>(key: string, { value, ttlMs }: { value: Value; ttlMs: number }, commit: () => T): Promise<T> {
    const { clock, encode, budget, maxBytes } = this.#options
    const expiresAt = clock.now() + ttlMs
    const text = `[${JSON.stringify(this.name)},"set",${JSON.stringify(key)},${expiresAt},${encode(value)}]`
    if (budget.used - (this.#entries.get(key)?.bytes ?? 0) + text.length > maxBytes) {
      throw new OmniportError('limit', `stores: at most ${maxBytes} bytes are stored; raise maxBytes or try later`)
    }
    const plan = { value, expiresAt }
    return this.#change(key, { text, plan }, () => {
      this.#store(key, { value, bytes: text.length }, expiresAt)
      return commit()
    })
  }

  delete<T>(key: string, commit: () => T): Promise<T> {
    const text = JSON.stringify([this.name, 'delete', key])
    return this.#change(key, { text, plan: { value: undefined, expiresAt: Number.POSITIVE_INFINITY } }, () => {
      this.#entries.delete(key)
      return commit()
    })
  }

  /** Resolves with the result of a call that changes nothing, once what it saw is written. */
  unchanged<T>(key: string, result: T): T | Promise<T> {
    return this.#plans.has(key) ? this.#options.journal.write(undefined, () => result) : result
  }

  expire(): void {
    this.#entries.expire()
  }

  /** The entries that are written. */
  *values(): Generator<readonly [key: string, value: Value]> {
    for (const [key, { value }] of this.#entries.entries()) yield [key, value]
  }

  replay([, change, key, expiresAt, ...fields]: readonly unknown[]): boolean {
    if (typeof key !== 'string') return false
    if (change === 'delete') {
      this.#entries.delete(key)
      return expiresAt === undefined
    }
    const value = this.#options.decode(fields)
    if (change !== 'set' || typeof expiresAt !== 'number' || value === undefined) return false
    this.#store(key, { value, bytes: this.#options.encode(value).length }, expiresAt)
    return true
  }

  finishReplay(): void {
    this.#entries.expire()
  }

  rollBack(): void {
    this.#plans.clear()
  }

  *records(): Generator<string> {
    const name = JSON.stringify(this.name)
    for (const [key, { value }, expiresAt] of this.#entries.entries()) {
      yield `[${name},"set",${JSON.stringify(key)},${expiresAt},${this.#options.encode(value)}]`
    }
  }

  #change<T>(key: string, { text, plan }: { text: string; plan: Plan<Value> }, commit: () => T): Promise<T> {
    const written = this.#options.journal.write(text, () => {
      if (this.#plans.get(key) === plan) this.#plans.delete(key)
      return commit()
    })
    this.#plans.set(key, plan)
    return written
  }

  #store(key: string, stored: Stored<Value>, expiresAt: number): void {
    const { budget, clock } = this.#options
    const ttlMs = expiresAt - clock.now()
    if (ttlMs <= 0) {
      this.#entries.delete(key)
      return
    }
    // An entry that has ended is removed by `set`, which takes its bytes off.
    const before = this.#entries.get(key)?.bytes ?? 0
    this.#entries.set(key, stored, ttlMs)
    budget.add(stored.bytes - before)
  }
}
