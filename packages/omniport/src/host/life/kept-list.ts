import type { Clock } from '../../jsonrpc/clock.js'

/** How one list is asked for and kept. */
export interface KeptListOptions<T> {
  readonly clock: Clock
  /** Asks the server. `fresh`: an answer that was kept elsewhere will not do. */
  readonly ask: (fresh: boolean) => Promise<T>
  /** Until when a list that has just come is used again, unless it changes. */
  readonly until: () => number
}

/**
 * One list of one connection, used again until it changes. One request at a time is in flight: whoever asks after a change gets
 * what the next one brings, which begins when that in flight has settled and is for all who ask until then.
 */
export class KeptList<T> {
  readonly #options: KeptListOptions<T>
  #last: Asked<T> | undefined
  /** Of the request that begins when the last one has settled. */
  #next: Promise<T> | undefined

  constructor(options: KeptListOptions<T>) {
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
    if (last === undefined || last.until <= this.#options.clock.now()) return this.#ask()
    if (!last.isStale) return last.list
    this.#next = last.settled.then(() => this.#ask())
    return this.#next
  }

  /** The list may be another from now on: who asked before may get the one in flight, and nobody who asks later. */
  change(): void {
    if (this.#last === undefined) return
    if (this.#last.isInFlight) this.#last.isStale = true
    else this.#last.until = over
  }

  #ask(): Promise<T> {
    // What was on its way while the list changed may have been kept on the way here.
    const list = this.#options.ask(this.#last?.isStale === true)
    const settle = (until: () => number) => () => {
      asked.isInFlight = false
      asked.until = asked.isStale ? over : until()
    }
    const settled = list.then(
      settle(this.#options.until),
      settle(() => over),
    )
    const asked: Asked<T> = { list, settled, isInFlight: true, isStale: false, until: Number.POSITIVE_INFINITY }
    this.#last = asked
    this.#next = undefined
    return list
  }
}

/** One request. */
interface Asked<T> {
  readonly list: Promise<T>
  readonly settled: Promise<void>
  isInFlight: boolean
  /** The list changed while it was in flight. */
  isStale: boolean
  until: number
}

/** Before any time. */
const over = Number.NEGATIVE_INFINITY
