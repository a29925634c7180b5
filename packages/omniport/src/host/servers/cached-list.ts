import type { Clock } from '../../async/runtime/clock.js'

export interface CachedListOptions<T> {
  readonly clock: Clock
  /** Requests the list. `fresh` bypasses other caches. */
  readonly load: (fresh: boolean) => Promise<T>
  /** Returns the time until which a list received now may be reused. */
  readonly until: () => number
}

/**
 * Caches one list of one connection. At most one request is in flight. A `get` after a change waits for that request, then
 * shares one new request with all others that wait.
 */
export class CachedList<T> {
  readonly #options: CachedListOptions<T>
  #last: ListRequest<T> | undefined
  /** The request that begins after the current one. */
  #next: Promise<T> | undefined

  constructor(options: CachedListOptions<T>) {
    this.#options = options
  }

  /** Settles with the request in flight; never rejects. */
  get settled(): Promise<void> {
    return this.#last?.settled ?? Promise.resolve()
  }

  /** Returns the cached or requested list. Rejects as its request does; the next `get` tries again. */
  get(): Promise<T> {
    if (this.#next !== undefined) return this.#next
    const last = this.#last
    if (last === undefined || last.until <= this.#options.clock.now()) return this.#load()
    if (!last.isStale) return last.list
    this.#next = last.settled.then(() => this.#load())
    return this.#next
  }

  /** Requests the list past other caches, after the request in flight. */
  reload(): Promise<T> {
    const last = this.#last
    if (last?.isInFlight !== true) return this.#load(true)
    last.isStale = true
    return this.get()
  }

  /** Marks the list as changed: earlier callers may still get the request in flight, later ones do not. */
  change(): void {
    if (this.#last === undefined) return
    if (this.#last.isInFlight) this.#last.isStale = true
    else this.#last.until = expired
  }

  /** A stale answer may also sit in the client's cache. */
  #load(fresh = this.#last?.isStale === true): Promise<T> {
    const list = this.#options.load(fresh)
    const settle = (until: () => number) => () => {
      request.isInFlight = false
      request.until = request.isStale ? expired : until()
    }
    const settled = list.then(
      settle(this.#options.until),
      settle(() => expired),
    )
    const request: ListRequest<T> = { list, settled, isInFlight: true, isStale: false, until: Number.POSITIVE_INFINITY }
    this.#last = request
    this.#next = undefined
    return list
  }
}

interface ListRequest<T> {
  readonly list: Promise<T>
  readonly settled: Promise<void>
  isInFlight: boolean
  /** The list changed during the request. */
  isStale: boolean
  until: number
}

const expired = Number.NEGATIVE_INFINITY
