import { once } from 'node:events'
import { connect } from 'node:net'
import { initializePost, postText } from './requests.mjs'
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

  /** Sends one request, and resolves with the whole reply; undefined when its end does not come within `ms`. */
  askAll(socket, text, ms = 10_000) {
    let reply = ''
    let onData
    const asked = within(socket, { ms, otherwise: undefined }, (settle) => {
      onData = (piece) => {
        reply += piece
        if (isWhole(reply)) settle(reply)
      }
      socket.on('data', onData)
      socket.write(text)
    })
    return asked.finally(() => socket.off('data', onData))
  }

  /** Begins a session, and resolves with its id. */
  async beginSession(socket, revision) {
    const reply = (await this.askAll(socket, initializePost({}, revision))) ?? ''
    const [, id] = /^mcp-session-id: (\S+)/im.exec(reply) ?? []
    if (id === undefined) throw new Error(`no session was begun: ${reply.slice(0, 100)}`)
    const message = { jsonrpc: '2.0', method: 'notifications/initialized' }
    await this.askAll(socket, postText(JSON.stringify(message), { 'mcp-session-id': id }))
    return id
  }

  /** Closes every connection, as a program that is killed does. */
  async close() {
    const open = [...this.#sockets]
    const closed = open.map((socket) => once(socket, 'close'))
    for (const socket of open) socket.destroy()
    await Promise.all(closed)
  }
}

/** Tells if a reply is complete, in pieces or of a length that it says. */
function isWhole(reply) {
  const end = reply.indexOf('\r\n\r\n')
  if (end === -1) return false
  const [, length] = /^content-length: (\d+)/im.exec(reply.slice(0, end)) ?? []
  if (length === undefined) return reply.endsWith('0\r\n\r\n') || / 20[24] /.test(reply.slice(0, 15))
  return reply.length - end - 4 >= Number(length)
}
