/** What makes one call wait for another, so that nothing depends on time. */
export class Waits {
  #started = new Gate()
  #cancelled = new Gate()
  #counted = new Gate()

  /** Waits until it is cancelled. */
  wait(signal) {
    this.#started.open()
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        this.#cancelled.open()
        resolve('too late')
      })
    })
  }

  /** Settles once a call waits. */
  async started() {
    await this.#started.opened
    return 'started'
  }

  /** Settles once that call was cancelled. */
  async cancelled() {
    await this.#cancelled.opened
    return 'cancelled'
  }

  /** Settles once someone has heard how far it counted. */
  async counted(to) {
    await this.#counted.opened
    return `counted to ${to}`
  }

  heard() {
    this.#counted.open()
    return 'heard'
  }
}

class Gate {
  open
  opened = new Promise((resolve) => {
    this.open = resolve
  })
}
