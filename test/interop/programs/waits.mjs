/** A tool that waits until it is cancelled, and what others learn of it. */
export class Waits {
  #start
  #cancel
  /** Settles once a call waits. */
  started = new Promise((resolve) => {
    this.#start = resolve
  })
  /** Settles once that call was cancelled. */
  cancelled = new Promise((resolve) => {
    this.#cancel = resolve
  })

  wait(signal) {
    this.#start('started')
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        this.#cancel('cancelled')
        resolve('too late')
      })
    })
  }
}
