/** Runs tasks one at a time, in order. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Settles when all tasks so far have settled; never rejects. */
  get idle(): Promise<unknown> {
    return this.#last
  }

  /** Runs `task` after all earlier ones, and settles as it does. */
  run<T>(task: () => T | Promise<T>): Promise<T> {
    const done = this.#last.then(task)
    this.#last = done.catch(() => {})
    return done
  }
}
