import { connect, createServer } from 'node:net'

/** Stands between a client and a server, so that their connections can be cut. Whoever opened it closes it. */
export class Relay {
  #sockets = new Set()
  #server
  #target

  static async open(url) {
    const relay = new Relay(Number(new URL(url).port))
    await new Promise((resolve) => relay.#server.listen(0, '127.0.0.1', resolve))
    return relay
  }

  constructor(target) {
    this.#target = target
    this.#server = createServer((socket) => this.#join(socket))
  }

  /** Where clients connect to. */
  urlOf(url) {
    return Object.assign(new URL(url), { port: this.#server.address().port })
  }

  /** Ends every connection as a broken network does. */
  cut() {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  async close() {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.cut()
    await closed
  }

  #join(near) {
    const far = connect({ port: this.#target, host: '127.0.0.1', noDelay: true })
    near.setNoDelay()
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      this.#sockets.add(from)
      from.pipe(to)
      from.on('error', () => {})
      from.on('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
    }
  }
}
