import type { Clock } from '../../jsonrpc/clock.js'

const minuteMs = 60_000

/** Lets something happen so many times in any minute, and no more: the minute slides along with the clock. */
export class MinuteRateLimit {
  readonly #maxCount: number
  readonly #clock: Pick<Clock, 'now'>
  /** When it happened in the last minute: `maxCount` times at most, the oldest first. */
  #times: readonly number[] = []

  constructor(maxCount: number, clock: Pick<Clock, 'now'>) {
    this.#maxCount = maxCount
    this.#clock = clock
  }

  /** Whether it may happen now; it counts then. A clock that was set back frees nothing, and holds up for a minute at most. */
  tryTake(): boolean {
    const now = this.#clock.now()
    this.#times = this.#times.map((at) => Math.min(at, now)).filter((at) => now - at < minuteMs)
    if (this.#times.length >= this.#maxCount) return false
    this.#times = [...this.#times, now]
    return true
  }
}
