/** Functions that are called with values, in the order they were added. One that throws does not keep the others from theirs. */
export class Listeners<T> {
  readonly #listeners = new Set<{ readonly call: (value: T) => void }>()
  readonly #onError: (reason: unknown) => void

  constructor(onError: (reason: unknown) => void) {
    this.#onError = onError
  }

  /** Calls `listener` at once if there is a `current` value. Returns a function that removes it. */
  add(listener: (value: T) => void, current?: T): () => void {
    const entry = { call: listener } // a function that is added twice is called twice
    this.#listeners.add(entry)
    if (current !== undefined) this.#call(listener, current)
    return () => void this.#listeners.delete(entry)
  }

  emit(value: T): void {
    for (const { call } of [...this.#listeners]) this.#call(call, value)
  }

  #call(listener: (value: T) => void, value: T): void {
    try {
      listener(value)
    } catch (reason) {
      this.#onError(reason)
    }
  }
}

/** Functions that are called together, and waited for. */
export class AwaitedListeners<T> {
  readonly #listeners = new Set<{ readonly call: (value: T) => unknown }>()
  readonly #onError: (reason: unknown) => void

  constructor(onError: (reason: unknown) => void) {
    this.#onError = onError
  }

  /** Returns a function that removes `listener`. */
  add(listener: (value: T) => unknown): () => void {
    const entry = { call: listener }
    this.#listeners.add(entry)
    return () => void this.#listeners.delete(entry)
  }

  /** Resolves when all have ended: false where one failed. */
  async run(value: T): Promise<boolean> {
    const calls = [...this.#listeners].map(async ({ call }) => call(value))
    const results = await Promise.allSettled(calls)
    const failed = results.filter((result) => result.status === 'rejected')
    for (const { reason } of failed) this.#onError(reason)
    return failed.length === 0
  }
}
