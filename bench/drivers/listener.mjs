import { once } from 'node:events'
import { connect } from 'node:net'

const changed = '/list_changed'
const acknowledged = 'notifications/subscriptions/acknowledged'

/** One open stream of changes. */
export class Listener {
  #socket
  #wanted = acknowledged
  #received = { resolve: () => {}, reject: () => {} }

  static async open(port) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    return new Listener(socket)
  }

  constructor(socket) {
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('close', () => this.#received.reject(new Error('A stream was closed')))
    socket.on('data', (chunk) => {
      if (chunk.includes(this.#wanted)) this.#received.resolve()
      else if (chunk.includes('"error"') || chunk.includes('HTTP/1.1 4') || chunk.includes('HTTP/1.1 5'))
        this.#received.reject(new Error(`No stream: ${chunk.toString().slice(-200)}`))
    })
  }

  /** Sends the request and resolves when it is acknowledged: when `wanted` has come. */
  listen(bytes, wanted = acknowledged) {
    const received = this.#next(wanted)
    this.#socket.write(bytes)
    return received
  }

  /** Resolves when the next change is there. */
  nextChange() {
    return this.#next(changed)
  }

  /** Resolves when the socket is closed. */
  close() {
    const closed = once(this.#socket, 'close')
    this.#socket.destroy()
    return closed
  }

  #next(wanted) {
    this.#wanted = wanted
    return new Promise((resolve, reject) => {
      this.#received = { resolve, reject }
    })
  }
}
