/**
 * What is being served now, so that a server can end: each tracked promise settles with its own outcome, or rejects with
 * the reason given to `abandon`, whichever is first.
 */
export class Flights {
  readonly #rejects = new Set<(reason: unknown) => void>()
  #landed: (() => void)[] = []

  track<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#rejects.add(reject)
      const land = () => {
        this.#rejects.delete(reject)
        if (this.#rejects.size === 0) this.#tell()
      }
      work.then(
        (value) => {
          resolve(value)
          land()
        },
        (reason: unknown) => {
          reject(reason)
          land()
        },
      )
    })
  }

  /** Resolves when nothing is tracked. */
  landed(): Promise<void> {
    if (this.#rejects.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#landed.push(resolve))
  }

  /** Rejects everything that is tracked, and forgets it. */
  abandon(reason: unknown): void {
    const rejects = [...this.#rejects]
    this.#rejects.clear()
    for (const reject of rejects) reject(reason)
    this.#tell()
  }

  #tell(): void {
    const landed = this.#landed
    this.#landed = []
    for (const resolve of landed) resolve()
  }
}
