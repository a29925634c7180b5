/** The questions that people and models are thinking about. */
export class OpenQuestions {
  readonly #listeners = new Set<() => void>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Counts one for as long as `answer` takes. */
  async during<T>(answer: () => T | Promise<T>): Promise<T> {
    this.#count(1)
    try {
      return await answer()
    } finally {
      this.#count(-1)
    }
  }

  /** Calls `fn` when the first is asked and when the last is answered, until the returned function is called. */
  listen(fn: () => void): () => void {
    this.#listeners.add(fn)
    return () => {
      this.#listeners.delete(fn)
    }
  }

  #count(by: 1 | -1): void {
    const before = this.#size
    this.#size += by
    if (before === 0 || this.#size === 0) for (const fn of [...this.#listeners]) fn()
  }
}
