/**
 * One at a time: what is urgent goes before what is not, else first come, first served. Whoever has the turn calls what
 * `acquire` resolved with when it is done.
 */
export class PriorityMutex {
  #isLocked = false
  readonly #urgent: Waiter[] = []
  readonly #others: Waiter[] = []

  /** Whether somebody urgent has the turn or waits for it. */
  get isUrgent(): boolean {
    return this.#hasUrgent || this.#urgent.length > 0
  }
  #hasUrgent = false

  /** Rejects with the reason of a signal that aborts before it is this one's turn. */
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

  /** It stays taken for the one that is next. */
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
