import { HttpConnection } from './http-connection.mjs'
import { initialize, initialized } from './messages.mjs'

/** Talks to an HTTP server over a number of kept-alive connections, each with one request in flight. */
export class HttpDriver {
  #connections
  #headers = {}
  #revision
  #accept

  static async open(port, { connections, revision, accept = 'application/json, text/event-stream' }) {
    const opening = Array.from({ length: connections }, () => HttpConnection.open(port))
    return new HttpDriver(await Promise.all(opening), revision, accept)
  }

  constructor(connections, revision, accept) {
    this.#connections = connections
    this.#revision = revision
    this.#accept = accept
  }

  /** Opens a session, which all further requests belong to. */
  async openSession() {
    this.#headers = {}
    const { head } = await this.converse(initialize(this.#revision))
    const [, id] = /\r\nmcp-session-id: *([^\r]+)/i.exec(head) ?? []
    if (id === undefined) throw new Error(`There is no session: ${head}`)
    this.#headers = { 'mcp-session-id': id }
    await this.converse(initialized)
  }

  /** Sends one message, on the first connection, and resolves with the head and the parsed answer: for checking. */
  async converse(message) {
    const chunks = []
    const head = await this.#connections[0].send(this.toBytes(message), (chunk) => chunks.push(chunk))
    const text = Buffer.concat(chunks).toString()
    const json = /^(?:data: *)?(\{.*\})\r?$/m.exec(text.slice(text.indexOf('\r\n\r\n')))
    return { head, answer: json === null ? undefined : JSON.parse(json[1]) }
  }

  /** Sends requests over all connections, each one's next when its last was answered. */
  async send(requests) {
    let next = 0
    const work = async (connection) => {
      while (next < requests.length) {
        const head = await connection.send(requests[next++])
        if (!head.startsWith('HTTP/1.1 200')) throw new Error(head)
      }
    }
    await Promise.all(this.#connections.map(work))
  }

  /** The bytes of the POST of a message. */
  toBytes(message) {
    const body = Buffer.from(JSON.stringify(message))
    const { method, params } = message
    const isModern = this.#revision === '2026-07-28'
    const lines = {
      host: '127.0.0.1',
      'content-type': 'application/json',
      accept: this.#accept,
      'content-length': body.length,
      ...(method !== 'initialize' && { 'mcp-protocol-version': this.#revision }),
      ...(isModern && { 'mcp-method': method }),
      ...(isModern && params.name !== undefined && { 'mcp-name': params.name }),
      ...this.#headers,
    }
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
    return Buffer.concat([Buffer.from(`POST /mcp HTTP/1.1\r\n${head.join('')}\r\n`), body])
  }

  /** The bytes of a GET, which opens the stream of the session. */
  toGetBytes() {
    const lines = {
      host: '127.0.0.1',
      accept: 'text/event-stream',
      'mcp-protocol-version': this.#revision,
      ...this.#headers,
    }
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
    return Buffer.from(`GET /mcp HTTP/1.1\r\n${head.join('')}\r\n`)
  }

  close() {
    for (const connection of this.#connections) connection.close()
  }
}
