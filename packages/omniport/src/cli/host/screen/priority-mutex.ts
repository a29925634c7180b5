/** A lock: urgent callers first, then in order. A holder calls the function that `acquire` returned to release it. */
export class PriorityMutex {
  #isLocked = false
  readonly #urgent: Waiter[] = []
  readonly #others: Waiter[] = []

  /** True if an urgent caller holds the lock or waits for it. */
  get isUrgent(): boolean {
    return this.#hasUrgent || this.#urgent.length > 0
  }
  #hasUrgent = false

  /** Rejects with the reason of a signal that aborts during the wait. */
  async acquire({
    isUrgent,
    signal,
  }: {
    readonly isUrgent: boolean
    readonly signal: AbortSignal
  }): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#isLocked) await this.#wait(isUrgent ? this.#urgent : this.#others, signal)
    this.#isLocked = true
    this.#hasUrgent = isUrgent
    return () => this.#release()
  }

  #wait(queue: Waiter[], signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiter = () => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      const onAbort = () => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      queue.push(waiting)
    })
  }

  /** The lock passes directly to the next caller. */
  #release(): void {
    this.#hasUrgent = false
    const next = this.#urgent.shift()
    if (next !== undefined) this.#hasUrgent = true
    const waiting = next ?? this.#others.shift()
    if (waiting === undefined) this.#isLocked = false
    else waiting()
  }
}

type Waiter = () => void
