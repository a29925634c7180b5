/**
 * One at a time: what is urgent goes before what is not, else first come, first served. Whoever has the turn calls what
 * `take` resolved with when it is done.
 */
export class Turns {
  #isTaken = false
  readonly #urgent: Waiting[] = []
  readonly #others: Waiting[] = []

  /** Whether somebody urgent has the turn or waits for it. */
  get isUrgent(): boolean {
    return this.#hasUrgent || this.#urgent.length > 0
  }
  #hasUrgent = false

  /** Rejects with the reason of a signal that aborts before it is this one's turn. */
  async take({ isUrgent, signal }: { readonly isUrgent: boolean; readonly signal: AbortSignal }): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#isTaken) await this.#wait(isUrgent ? this.#urgent : this.#others, signal)
    this.#isTaken = true
    this.#hasUrgent = isUrgent
    return () => this.#next()
  }

  #wait(queue: Waiting[], signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = () => {
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
  #next(): void {
    this.#hasUrgent = false
    const next = this.#urgent.shift()
    if (next !== undefined) this.#hasUrgent = true
    const waiting = next ?? this.#others.shift()
    if (waiting === undefined) this.#isTaken = false
    else waiting()
  }
}

type Waiting = () => void
