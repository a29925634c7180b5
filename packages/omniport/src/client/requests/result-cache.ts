import type { Clock } from '../../async/runtime/clock.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'
import type { Change } from '../subscriptions/listening.js'

interface Entry {
  readonly result: Readonly<Record<string, unknown>>
  readonly until: number
}

/** Beyond this number the least recently used result is dropped. */
const capacity = 512

/**
 * Caches results for as long as the server allows. One client has one authorization, so private and public results are
 * cached alike, and are not shared with another client.
 *
 * spec: server/utilities/caching
 */
export class ResultCache {
  readonly #clock: Clock
  readonly #entries = new BoundedMap<Entry>({ maxSize: capacity })
  readonly #changes = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The result of an equal request, while it is fresh. */
  get(method: string, key: string): Readonly<Record<string, unknown>> | undefined {
    const entry = this.#entries.get(address(method, key))
    return entry !== undefined && this.#clock.now() < entry.until ? entry.result : undefined
  }

  /**
   * Called before a request is sent. The returned function stores the result, unless there was a change in between, or the
   * result does not allow caching.
   */
  reserve(method: string, key: string): (result: Readonly<Record<string, unknown>>) => void {
    const before = this.#changes.get(method)
    return (result) => {
      if (this.#changes.get(method) === before) this.#store(address(method, key), result)
    }
  }

  invalidate(change: Change): void {
    for (const method of staleAfter[change.type]) this.forget(method)
  }

  /** Drops all results of a method, also those of pending requests. */
  forget(method: string): void {
    this.#changes.set(method, (this.#changes.get(method) ?? 0) + 1)
    for (const stored of this.#entries.keys()) if (stored.startsWith(`${method} `)) this.#entries.delete(stored)
  }

  /** Drops all results, since a new connection may give others. */
  clear(): void {
    for (const method of new Set(Object.values(staleAfter).flat())) this.forget(method)
  }

  #store(stored: string, result: Readonly<Record<string, unknown>>): void {
    const ttlMs = result['ttlMs']
    if (typeof ttlMs !== 'number' || !(ttlMs > 0)) this.#entries.delete(stored)
    else this.#entries.set(stored, { result, until: this.#clock.now() + ttlMs })
  }
}

/** A change of one resource may concern a part of it, or a whole that contains it, so all contents are dropped. */
const staleAfter: { readonly [K in Change['type']]: readonly string[] } = {
  tools: ['tools/list'],
  prompts: ['prompts/list'],
  resources: ['resources/list', 'resources/templates/list'],
  resource: ['resources/read'],
}

function address(method: string, key: string): string {
  return `${method} ${key}`
}
