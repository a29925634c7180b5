/** Runs tasks with the same key one at a time. */
export class KeyedMutex {
  /** Waiting tasks by key, in order; a key without an entry is free. */
  readonly #queues = new Map<string, Set<() => void>>()

  /** The number of keys in use. */
  get size(): number {
    return this.#queues.size
  }

  /**
   * Runs `work` after all earlier tasks with the same key, and settles as it does. If the signal aborts first, it rejects with
   * the reason and does not run `work`.
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
