/** Lets so many requests of a batch run at once; the others begin in order, each when one before it has ended. */
export class Slots {
  #free: number
  readonly #waiting: (() => void)[] = []
  #isBeginning = false

  /** `free` is 1 or more. */
  constructor(free: number) {
    this.#free = free
  }

  /** Calls `begin` now, and returns true; or later, if no slot is free. It must not throw. `release` must follow each begin. */
  take(begin: () => void): boolean {
    if (this.#free < 1) {
      this.#waiting.push(begin)
      return false
    }
    this.#free -= 1
    begin()
    return true
  }

  /** One that began has ended. What it lets begin may end at once: a loop keeps the stack short. */
  release(): void {
    this.#free += 1
    if (this.#isBeginning) return
    this.#isBeginning = true
    while (this.#free >= 1) {
      const begin = this.#waiting.shift()
      if (begin === undefined) break
      this.#free -= 1
      begin()
    }
    this.#isBeginning = false
  }
}
