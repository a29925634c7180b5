import type { Clock } from '../runtime/clock.js'

/**
 * Calls a function after `ms` milliseconds, not counting pauses. A pause does not stop the timer: it runs on, and a second
 * timer waits for the time that was paused.
 */
export class Deadline {
  readonly #clock: Clock
  readonly #onExpire: () => void
  #stopTimer: () => void
  #pauses = 0
  #pausedSince = 0
  /** The paused time while the timer ran. */
  #pausedMs = 0
  /** The timer fired during a pause. */
  #isElapsed = false
  #stopped = false

  constructor(clock: Clock, ms: number, onExpire: () => void) {
    this.#clock = clock
    this.#onExpire = onExpire
    this.#stopTimer = clock.after(ms, () => this.#onTimer())
  }

  /** Stops the time until the returned function is called; of several, until all were called. */
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
