import { once } from 'node:events'
import { connect } from 'node:net'

const changed = 'notifications/tools/list_changed'
const acknowledged = 'notifications/subscriptions/acknowledged'

/** One open stream of changes. */
export class Listener {
  #socket
  #wanted = acknowledged
  #onHeard = () => {}

  static async open(port) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    return new Listener(socket)
  }

  constructor(socket) {
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      if (chunk.includes(this.#wanted)) this.#onHeard()
    })
  }

  /** Sends the request and resolves when it is acknowledged. */
  listen(bytes) {
    const heard = this.#next(acknowledged)
    this.#socket.write(bytes)
    return heard
  }

  /** Resolves when the next change is there. */
  nextChange() {
    return this.#next(changed)
  }

  close() {
    this.#socket.destroy()
  }

  #next(wanted) {
    this.#wanted = wanted
    return new Promise((resolve) => {
      this.#onHeard = resolve
    })
  }
}
