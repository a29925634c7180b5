import type { Clock } from './clock.js'

/**
 * Calls a function once `ms` milliseconds have passed in which nobody held it. Holding costs nothing until somebody does:
 * the timer runs on, and what was held is waited for after it.
 */
export class Deadline {
  readonly #clock: Clock
  readonly #onExpire: () => void
  #stopTimer: () => void
  #holds = 0
  #heldSince = 0
  /** Time that was held while the timer ran. */
  #owedMs = 0
  /** The timer ran out while it was held. */
  #isDue = false
  #stopped = false

  constructor(clock: Clock, ms: number, onExpire: () => void) {
    this.#clock = clock
    this.#onExpire = onExpire
    this.#stopTimer = clock.after(ms, () => this.#onTimer())
  }

  /** Time stands still until the function that is given back is called, of as many as there are the last one. */
  hold(): () => void {
    if (this.#holds === 0) this.#heldSince = this.#clock.now()
    this.#holds += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#holds -= 1
      if (this.#holds === 0) this.#goOn()
    }
  }

  /** It is not needed any more. */
  stop(): void {
    this.#stopped = true
    this.#stopTimer()
  }

  #onTimer(): void {
    if (this.#holds === 0) {
      this.#expireOrWait()
    } else {
      this.#isDue = true
      this.#oweHeld()
    }
  }

  #goOn(): void {
    if (this.#stopped) return
    if (this.#isDue) this.#expireOrWait()
    else this.#oweHeld()
  }

  #oweHeld(): void {
    this.#owedMs += Math.max(0, this.#clock.now() - this.#heldSince)
  }

  #expireOrWait(): void {
    const ms = this.#owedMs
    this.#owedMs = 0
    this.#isDue = false
    if (ms === 0) this.#onExpire()
    else this.#stopTimer = this.#clock.after(ms, () => this.#onTimer())
  }
}
