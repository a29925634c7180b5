/** What makes one call wait for another, so that nothing depends on time: each under a key of its caller, if there are several. */
export class Waits {
  #started = new Gates()
  #cancelled = new Gates()
  #received = new Gates()

  /** Waits until it is cancelled. */
  wait(signal, key = '') {
    this.#started.at(key).open()
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        this.#cancelled.at(key).open()
        resolve('too late')
      })
    })
  }

  /** Settles once a call waits. */
  async started(key = '') {
    await this.#started.at(key).opened
    return 'started'
  }

  /** Settles once that call was cancelled. */
  async cancelled(key = '') {
    await this.#cancelled.at(key).opened
    return 'cancelled'
  }

  /** Settles once someone has received how far it counted. */
  async counted(to, key = '') {
    await this.#received.at(key).opened
    return `counted to ${to}`
  }

  received(key = '') {
    this.#received.at(key).open()
    return 'received'
  }
}

class Gates {
  #byKey = new Map()

  at(key) {
    const gate = this.#byKey.get(key) ?? new Gate()
    this.#byKey.set(key, gate)
    return gate
  }
}

class Gate {
  open
  opened = new Promise((resolve) => {
    this.open = resolve
  })
}
