import type { Clock } from '../../async/runtime/clock.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'
import type { Change } from '../subscriptions/listening.js'

/** A result as it is kept. */
interface Entry {
  readonly result: Readonly<Record<string, unknown>>
  readonly until: number
}

/** Results kept at once; beyond, the one unused for longest goes. */
const capacity = 512

/**
 * The results that a server allows to be used again, for as long as it allows. One client is one authorization, so private
 * and public ones are kept alike, and neither is shared with another client.
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

  /** The result of the same question, while it is fresh. */
  get(method: string, key: string): Readonly<Record<string, unknown>> | undefined {
    const entry = this.#entries.get(address(method, key))
    return entry !== undefined && this.#clock.now() < entry.until ? entry.result : undefined
  }

  /**
   * To be called before asking: the returned function keeps the answer, unless something changed in between or the answer
   * does not allow it.
   */
  reserve(method: string, key: string): (result: Readonly<Record<string, unknown>>) => void {
    const before = this.#changes.get(method)
    return (result) => {
      if (this.#changes.get(method) === before) this.#store(address(method, key), result)
    }
  }

  /** Forgets what a change makes stale. */
  invalidate(change: Change): void {
    for (const method of staleAfter[change.type]) this.forget(method)
  }

  /** Forgets all answers to a method, those under way included. */
  forget(method: string): void {
    this.#changes.set(method, (this.#changes.get(method) ?? 0) + 1)
    for (const stored of this.#entries.keys()) if (stored.startsWith(`${method} `)) this.#entries.delete(stored)
  }

  /** The connection is another: whatever was said on the old one may not hold. */
  clear(): void {
    for (const method of new Set(Object.values(staleAfter).flat())) this.forget(method)
  }

  #store(stored: string, result: Readonly<Record<string, unknown>>): void {
    const ttlMs = result['ttlMs']
    if (typeof ttlMs !== 'number' || !(ttlMs > 0)) this.#entries.delete(stored)
    else this.#entries.set(stored, { result, until: this.#clock.now() + ttlMs })
  }
}

/** A change of one resource may be one of a part of it, or of what contains it: all that was read goes. */
const staleAfter: { readonly [K in Change['type']]: readonly string[] } = {
  tools: ['tools/list'],
  prompts: ['prompts/list'],
  resources: ['resources/list', 'resources/templates/list'],
  resource: ['resources/read'],
}

function address(method: string, key: string): string {
  return `${method} ${key}`
}
