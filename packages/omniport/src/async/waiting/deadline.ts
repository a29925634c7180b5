import type { Clock } from '../runtime/clock.js'

/**
 * Calls a function once `ms` milliseconds have passed in which nobody held it. Holding costs nothing until somebody does:
 * the timer runs on, and what was held is waited for after it.
 */
export class Deadline {
  readonly #clock: Clock
  readonly #onExpire: () => void
  #stopTimer: () => void
  #pauses = 0
  #pausedSince = 0
  /** Time that was held while the timer ran. */
  #pausedMs = 0
  /** The timer ran out while it was held. */
  #isElapsed = false
  #stopped = false

  constructor(clock: Clock, ms: number, onExpire: () => void) {
    this.#clock = clock
    this.#onExpire = onExpire
    this.#stopTimer = clock.after(ms, () => this.#onTimer())
  }

  /** Time stands still until the function that is given back is called, of as many as there are the last one. */
  pause(): () => void {
    if (this.#pauses === 0) this.#pausedSince = this.#clock.now()
    this.#pauses += 1
    let isPaused = true
    return () => {
      if (!isPaused) return
      isPaused = false
      this.#pauses -= 1
      if (this.#pauses === 0) this.#resume()
    }
  }

  /** It is not needed any more. */
  stop(): void {
    this.#stopped = true
    this.#stopTimer()
  }

  #onTimer(): void {
    if (this.#pauses === 0) {
      this.#expireOrWait()
    } else {
      this.#isElapsed = true
      this.#addPausedTime()
    }
  }

  #resume(): void {
    if (this.#stopped) return
    if (this.#isElapsed) this.#expireOrWait()
    else this.#addPausedTime()
  }

  #addPausedTime(): void {
    this.#pausedMs += Math.max(0, this.#clock.now() - this.#pausedSince)
  }

  #expireOrWait(): void {
    const ms = this.#pausedMs
    this.#pausedMs = 0
    this.#isElapsed = false
    if (ms === 0) this.#onExpire()
    else this.#stopTimer = this.#clock.after(ms, () => this.#onTimer())
  }
}
