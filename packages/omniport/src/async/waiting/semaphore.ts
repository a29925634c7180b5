/** Lets at most so many users run at once. Further ones wait, and get their turn in order. */
export class Semaphore {
  #free: number
  readonly #waiting = new Set<() => void>()

  /** `permits`: the number of users that may run at once, at least 1. */
  constructor(permits: number) {
    this.#free = permits
  }

  /** True: the next user has to wait. */
  get isFull(): boolean {
    return this.#free < 1
  }

  /** Takes a permit if one is free. Whoever gets one calls `release` once. */
  tryAcquire(): boolean {
    if (this.isFull) return false
    this.#free -= 1
    return true
  }

  /** Calls `onAcquired` with a permit in its turn, later. The returned function gives up waiting. */
  wait(onAcquired: () => void): () => void {
    this.#waiting.add(onAcquired)
    return () => {
      this.#waiting.delete(onAcquired)
    }
  }

  /** Passes the permit on to the first that waits. */
  release(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
