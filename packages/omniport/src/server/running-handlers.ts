/**
 * Tracks the promises of running requests, so that a server can end: each settles with its own outcome, or rejects with
 * the reason given to `rejectAll`, whichever is first.
 */
export class RunningHandlers {
  readonly #rejects = new Set<(reason: unknown) => void>()
  #drainWaiters: (() => void)[] = []

  track<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#rejects.add(reject)
      const settle = () => {
        this.#rejects.delete(reject)
        if (this.#rejects.size === 0) this.#notifyDrained()
      }
      work.then(
        (value) => {
          resolve(value)
          settle()
        },
        (reason: unknown) => {
          reject(reason)
          settle()
        },
      )
    })
  }

  drained(): Promise<void> {
    if (this.#rejects.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#drainWaiters.push(resolve))
  }

  rejectAll(reason: unknown): void {
    const rejects = [...this.#rejects]
    this.#rejects.clear()
    for (const reject of rejects) reject(reason)
    this.#notifyDrained()
  }

  #notifyDrained(): void {
    const drained = this.#drainWaiters
    this.#drainWaiters = []
    for (const resolve of drained) resolve()
  }
}
