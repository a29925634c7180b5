import { onAbort } from '../abort/on-abort.js'

/** Runs functions with the same key one after the other. */
export class KeyedMutex {
  /** The waiting callers by key, the first first; a key is taken while it has an entry. */
  readonly #queues = new Map<string, Set<() => void>>()

  /** The number of keys that are taken. */
  get size(): number {
    return this.#queues.size
  }

  /**
   * Runs `work` when everything that came before it under the same key has settled, and settles as it does. Rejects with the
   * reason of the signal if that aborts before: `work` does not run then, and nobody else waits for it.
   */
  async run<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted()
    const queue = this.#queues.get(key)
    if (queue === undefined) this.#queues.set(key, new Set())
    else await waitInQueue(queue, signal)
    try {
      signal?.throwIfAborted()
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

function waitInQueue(queue: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const proceed = () => {
      queue.delete(proceed)
      removeListener?.()
      resolve()
    }
    const removeListener =
      signal &&
      onAbort(signal, () => {
        queue.delete(proceed)
        reject(signal.reason)
      })
    queue.add(proceed)
  })
}
