/** Things that happen once, and who waits for them. */
export class Waiters<Key> {
  readonly #happened = new Set<Key>()
  readonly #waiting = new Map<Key, (() => void)[]>()

  add(key: Key): void {
    this.#happened.add(key)
    for (const resolve of this.#waiting.get(key) ?? []) resolve()
    this.#waiting.delete(key)
  }

  has(key: Key): boolean {
    return this.#happened.has(key)
  }

  /** Resolves when it has happened. Rejects with the reason of the signal. */
  wait(key: Key, signal: AbortSignal): Promise<void> {
    if (this.#happened.has(key)) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(signal.reason)
      if (signal.aborted) onAbort()
      signal.addEventListener('abort', onAbort, { once: true })
      const list = this.#waiting.get(key) ?? []
      this.#waiting.set(key, list)
      list.push(() => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      })
    })
  }
}
