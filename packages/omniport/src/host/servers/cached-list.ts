import type { Clock } from '../../async/runtime/clock.js'

/** How one list is asked for and kept. */
export interface CachedListOptions<T> {
  readonly clock: Clock
  /** Asks the server. `fresh`: an answer that was kept elsewhere will not do. */
  readonly load: (fresh: boolean) => Promise<T>
  /** Until when a list that has just come is used again, unless it changes. */
  readonly until: () => number
}

/**
 * One list of one connection, used again until it changes. One request at a time is in flight: whoever asks after a change gets
 * what the next one brings, which begins when that in flight has settled and is for all who ask until then.
 */
export class CachedList<T> {
  readonly #options: CachedListOptions<T>
  #last: ListRequest<T> | undefined
  /** Of the request that begins when the last one has settled. */
  #next: Promise<T> | undefined

  constructor(options: CachedListOptions<T>) {
    this.#options = options
  }

  /** Settles, and never rejects, when the request that is in flight now has settled. */
  get settled(): Promise<void> {
    return this.#last?.settled ?? Promise.resolve()
  }

  /** Rejects as the request does that it is for; the next who asks begins another one. */
  get(): Promise<T> {
    if (this.#next !== undefined) return this.#next
    const last = this.#last
    if (last === undefined || last.until <= this.#options.clock.now()) return this.#load()
    if (!last.isStale) return last.list
    this.#next = last.settled.then(() => this.#load())
    return this.#next
  }

  /** The list may be another from now on: who asked before may get the one in flight, and nobody who asks later. */
  change(): void {
    if (this.#last === undefined) return
    if (this.#last.isInFlight) this.#last.isStale = true
    else this.#last.until = expired
  }

  #load(): Promise<T> {
    // What was on its way while the list changed may have been kept on the way here.
    const list = this.#options.load(this.#last?.isStale === true)
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

/** One request. */
interface ListRequest<T> {
  readonly list: Promise<T>
  readonly settled: Promise<void>
  isInFlight: boolean
  /** The list changed while it was in flight. */
  isStale: boolean
  until: number
}

/** Before any time. */
const expired = Number.NEGATIVE_INFINITY
