import type { Change } from './listening.js'

/** Passes changes to listeners, synchronously. */
export class ChangeStream {
  readonly #listeners = new Set<(change: Change) => void>()
  readonly #gapListeners = new Set<() => void>()

  /** Calls `listener`, which must not throw, for every change until the returned function is called. */
  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Calls `listener`, which must not throw, when changes may have been missed. */
  onGap(listener: () => void): void {
    this.#gapListeners.add(listener)
  }

  publishGap(): void {
    for (const listener of this.#gapListeners) listener()
  }

  publish(change: Change): void {
    for (const listener of [...this.#listeners]) listener(change)
  }
}
