import type { TimerOptions } from '../../packages/omniport/src/async/runtime/clock.js'
import type { Runtime } from '../../packages/omniport/src/async/runtime/runtime.js'
import type { Random } from './random.js'

interface Timer {
  readonly at: number
  readonly fn: () => void
  readonly isBackground: boolean
}

/** A clock that moves when it is told to, and randomness that follows from a seed. */
export class SimulatedRuntime implements Runtime {
  readonly #random: Random
  readonly #timers = new Set<Timer>()
  readonly #startMs: number
  #now: number
  #deferred = 0

  /** `startMs`: what the clock says first. */
  constructor(random: Random, startMs: number) {
    this.#random = random
    this.#startMs = startMs
    this.#now = startMs
  }

  /** Timers that neither fired nor were stopped; without those that nobody waits for. */
  get timers(): number {
    return [...this.#timers].filter(({ isBackground }) => !isBackground).length
  }

  /** All timers that neither fired nor were stopped. */
  get allTimers(): number {
    return this.#timers.size
  }

  /** Functions put off to the next turn of the event loop. */
  get deferred(): number {
    return this.#deferred
  }

  /** Since the start. */
  get elapsedMs(): number {
    return this.#now - this.#startMs
  }

  /** How long until a timer is due; undefined: there is none. */
  get untilNextMs(): number | undefined {
    let next: number | undefined
    for (const { at } of this.#timers) if (next === undefined || at < next) next = at
    return next === undefined ? undefined : Math.max(0, next - this.#now)
  }

  readonly now = (): number => this.#now

  readonly after = (ms: number, fn: () => void, options: TimerOptions = {}): (() => void) => {
    const timer = { at: this.#now + ms, fn, isBackground: options.background === true }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  readonly randomBytes = (length: number): Uint8Array => this.#random.bytes(length)

  readonly defer = (fn: () => void): void => {
    this.#deferred += 1
    setImmediate(() => {
      this.#deferred -= 1
      fn()
    })
  }

  /** Lets time pass, at most until a timer is due. */
  pass(ms: number): void {
    this.#now += Math.min(ms, this.untilNextMs ?? ms)
  }

  /** Fires one of the timers that are due, which one is by chance. */
  fireOne(): void {
    const due = [...this.#timers].filter(({ at }) => at <= this.#now)
    const timer = this.#random.pick(due)
    this.#timers.delete(timer)
    timer.fn()
  }
}
