import { onAbort } from '../abort/on-abort.js'

/** Runs functions with the same key one after the other. */
export class KeyedMutex {
  /** Waiting tasks by key, in order; a key without an entry is free. */
  readonly #queues = new Map<string, Set<() => void>>()

  get size(): number {
    return this.#queues.size
  }

  /**
   * Runs `work` after all earlier tasks with the same key, and settles as it does. If the signal aborts first, it rejects with
   * the reason and does not run `work`.
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
