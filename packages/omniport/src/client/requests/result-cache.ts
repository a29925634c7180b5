import type { Clock } from '../../async/runtime/clock.js'
import { cloneJson } from '../../values/json/clone-json.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'
import type { Change } from '../subscriptions/listening.js'

type CachedResult = Readonly<Record<string, unknown>>

interface Entry {
  readonly result: CachedResult
  readonly until: number
}

/** Beyond this number the least recently used result is dropped. */
const capacity = 512

/**
 * Caches results for as long as the server allows, and gives copies of them: callers may change what they get. It is cleared
 * when the credentials change, so private and public results are cached alike, and are not shared with another client.
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
  get(method: string, key: string): CachedResult | undefined {
    const entry = this.#entries.get(address(method, key))
    return entry !== undefined && this.#clock.now() < entry.until ? copyOf(entry.result) : undefined
  }

  /**
   * Called before a request is sent. The returned function stores the result, unless there was a change in between, or the
   * result does not allow caching.
   */
  reserve(method: string, key: string): (result: CachedResult) => void {
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

  /** Drops all results, since a new connection, or other credentials, may give others. */
  clear(): void {
    for (const method of new Set(Object.values(staleAfter).flat())) this.forget(method)
  }

  #store(stored: string, result: CachedResult): void {
    const ttlMs = result['ttlMs']
    if (typeof ttlMs !== 'number' || !(ttlMs > 0)) this.#entries.delete(stored)
    else this.#entries.set(stored, { result: copyOf(result), until: this.#clock.now() + ttlMs })
  }
}

/** The methods that describe skills and their directories. */
const skills = ['skills/list', 'skills/get', 'resources/directory/read']

/**
 * A change of one resource may concern a part of it, or a whole that contains it, so all contents are dropped. A change of the
 * lists may have taken a resource away, or put another in its place. The files of skills are resources.
 *
 * spec: server/utilities/caching#interaction-with-notifications
 */
const staleAfter: { readonly [K in Change['type']]: readonly string[] } = {
  tools: ['tools/list'],
  prompts: ['prompts/list'],
  resources: ['resources/list', 'resources/templates/list', 'resources/read', ...skills],
  resource: ['resources/read', ...skills],
}

function address(method: string, key: string): string {
  return `${method} ${key}`
}

function copyOf(result: CachedResult): CachedResult {
  return cloneJson(result) as CachedResult // JSON keeps the shape
}
