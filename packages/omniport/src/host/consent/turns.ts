/** One after the other, among all that have the same key. */
export class Turns {
  /** By keys that are taken: who waits, the first first. */
  readonly #lines = new Map<string, Set<() => void>>()

  /** How many keys are taken. */
  get size(): number {
    return this.#lines.size
  }

  /**
   * Runs `work` when everything that came before it under the same key has settled. Settles as it does; rejects with the reason
   * of the signal if that aborts before: `work` does not run then, and nobody else waits for it.
   */
  async take<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const line = this.#lines.get(key)
    if (line === undefined) this.#lines.set(key, new Set())
    else await waitIn(line, signal)
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      this.#callNext(key)
    }
  }

  #callNext(key: string): void {
    const line = this.#lines.get(key)
    const [next] = line ?? []
    if (next === undefined) this.#lines.delete(key)
    else next()
  }
}

function waitIn(line: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      line.delete(go)
      signal.removeEventListener('abort', onAbort)
    }
    const go = () => {
      leave()
      resolve()
    }
    const onAbort = () => {
      leave()
      reject(signal.reason)
    }
    line.add(go)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
