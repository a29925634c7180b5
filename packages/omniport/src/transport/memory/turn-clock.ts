import type { Clock, TimerOptions } from '../../async/runtime/clock.js'
import type { Runtime } from '../../async/runtime/runtime.js'

/**
 * A clock that starts its timers at the end of the current turn of the event loop. Within a process most responses arrive
 * before that, and a timer would cost more than the rest of the request.
 */
export class TurnClock implements Clock {
  readonly #runtime: Runtime
  /** Both ends of a ring. A set would keep removed timers reachable for longer, which costs garbage collection. */
  readonly #ring = new TurnTimer(0, () => {})
  #isScheduled = false

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  now(): number {
    return this.#runtime.now()
  }

  after(ms: number, fn: () => void, options?: TimerOptions): () => void {
    const timer = new TurnTimer(ms, fn, options)
    timer.linkBefore(this.#ring)
    if (!this.#isScheduled) this.#schedule()
    return () => timer.stop()
  }

  #schedule(): void {
    this.#isScheduled = true
    this.#runtime.defer(() => {
      this.#isScheduled = false
      while (this.#ring.next !== this.#ring) this.#ring.next.start(this.#runtime)
    })
  }
}

/** One timer. It leaves the ring when it starts or is stopped. */
class TurnTimer {
  next: TurnTimer = this
  #previous: TurnTimer = this
  readonly #ms: number
  readonly #fn: () => void
  readonly #options: TimerOptions | undefined
  #stop: (() => void) | undefined

  constructor(ms: number, fn: () => void, options?: TimerOptions) {
    this.#ms = ms
    this.#fn = fn
    this.#options = options
  }

  linkBefore(other: TurnTimer): void {
    this.next = other
    this.#previous = other.#previous
    other.#previous.next = this
    other.#previous = this
  }

  start(clock: Clock): void {
    this.#unlink()
    this.#stop = clock.after(this.#ms, this.#fn, this.#options)
  }

  stop(): void {
    this.#unlink()
    this.#stop?.()
  }

  #unlink(): void {
    this.#previous.next = this.next
    this.next.#previous = this.#previous
    this.next = this.#previous = this
  }
}
