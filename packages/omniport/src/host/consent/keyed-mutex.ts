/** One after the other, among all that have the same key. */
export class KeyedMutex {
  /** By keys that are taken: who waits, the first first. */
  readonly #queues = new Map<string, Set<() => void>>()

  /** How many keys are taken. */
  get size(): number {
    return this.#queues.size
  }

  /**
   * Runs `work` when everything that came before it under the same key has settled. Settles as it does; rejects with the reason
   * of the signal if that aborts before: `work` does not run then, and nobody else waits for it.
   */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const queue = this.#queues.get(key)
    if (queue === undefined) this.#queues.set(key, new Set())
    else await waitInQueue(queue, signal)
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      this.#runNext(key)
    }
  }

  #runNext(key: string): void {
    const queue = this.#queues.get(key)
    const [next] = queue ?? []
    if (next === undefined) this.#queues.delete(key)
    else next()
  }
}

function waitInQueue(queue: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      queue.delete(proceed)
      signal.removeEventListener('abort', onAbort)
    }
    const proceed = () => {
      leave()
      resolve()
    }
    const onAbort = () => {
      leave()
      reject(signal.reason)
    }
    queue.add(proceed)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
