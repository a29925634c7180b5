import { once } from 'node:events'
import { connect } from 'node:net'
import { within } from './within.mjs'

/** The connections that are opened at once. */
const batch = 100

/** The client of a hostile load: connections that say what the load wants, byte by byte. Whoever made it closes it. */
export class Attacker {
  port
  #sockets = new Set()

  constructor(port) {
    this.port = port
  }

  /** The connections that are open. */
  get open() {
    return this.#sockets.size
  }

  /**
   * A connection. What it receives is read, unless `reads` is false.
   *
   * @param {{ reads?: boolean, localAddress?: string }} [options]
   */
  async connect({ reads = true, localAddress } = {}) {
    const socket = connect({ port: this.port, host: '127.0.0.1', localAddress, noDelay: true })
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
    if (reads) socket.setEncoding('latin1').resume()
    await within(socket, { ms: 5_000, otherwise: undefined }, (settle) => socket.once('connect', settle))
    return socket
  }

  /** So many connections, each of which `use` is called with. Resolves with them. */
  async connectMany(count, use = () => {}, options = {}) {
    const all = []
    for (let left = count; left > 0; left -= batch) {
      const opened = Array.from({ length: Math.min(batch, left) }, async () => {
        const socket = await this.connect(options)
        await use(socket)
        return socket
      })
      all.push(...(await Promise.all(opened)))
    }
    return all
  }

  /** Sends `text` as far as the other side takes it within `ms`. */
  async send(socket, text, ms = 5_000) {
    await within(socket, { ms, otherwise: undefined }, (settle) => socket.write(text, () => settle(undefined)))
  }

  /** Sends one request, and resolves with the status of the reply: 0 when none comes within `ms`. */
  ask(socket, text, ms = 5_000) {
    return within(socket, { ms, otherwise: 0 }, (settle) => {
      socket.once('data', (reply) => settle(Number(reply.slice(9, 12))))
      socket.write(text)
    })
  }

  /** Closes every connection, as a program that is killed does. */
  async close() {
    const open = [...this.#sockets]
    const closed = open.map((socket) => once(socket, 'close'))
    for (const socket of open) socket.destroy()
    await Promise.all(closed)
  }
}
