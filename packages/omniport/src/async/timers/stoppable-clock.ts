import type { Clock, TimerOptions } from '../runtime/clock.js'

/** A clock whose timers all end with `stop`. */
export class StoppableClock implements Clock {
  readonly #clock: Clock
  readonly #stops = new Set<() => void>()
  #isStopped = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): number {
    return this.#clock.now()
  }

  after(ms: number, fn: () => void, options?: TimerOptions): () => void {
    if (this.#isStopped) return () => {}
    const fire = () => {
      this.#stops.delete(stop)
      fn()
    }
    const stop = this.#clock.after(ms, fire, options)
    this.#stops.add(stop)
    return () => {
      this.#stops.delete(stop)
      stop()
    }
  }

  /** Stops every timer; none fires any more. */
  stop(): void {
    this.#isStopped = true
    for (const stop of this.#stops) stop()
    this.#stops.clear()
  }
}
