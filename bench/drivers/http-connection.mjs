import { once } from 'node:events'
import { connect } from 'node:net'

const headEnd = '\r\n\r\n'
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/** One kept-alive connection. Answers are followed only as far as it takes to see where they end. */
export class HttpConnection {
  #socket
  #settle
  #onChunk = () => {}
  #head = ''
  #left = -1
  #tail = Buffer.alloc(0)

  static async open(port) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    return new HttpConnection(socket)
  }

  constructor(socket) {
    this.#socket = socket
    socket.on('data', (chunk) => this.#read(chunk))
    socket.on('close', () => this.#settle?.reject(new Error(`The connection was closed: ${this.#head}`)))
    socket.on('error', () => {})
  }

  /** Sends the bytes of a request and resolves with the head of the answer when all of it is there. */
  send(bytes, onChunk = () => {}) {
    this.#onChunk = onChunk
    this.#head = ''
    this.#left = -1
    this.#tail = Buffer.alloc(0)
    if (this.#socket.destroyed) return Promise.reject(new Error('The server closed the connection while it was idle'))
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#socket.write(bytes)
    })
  }

  close() {
    this.#settle = undefined
    this.#socket.destroy()
  }

  /** What comes between requests, such as 408 before an idle connection is closed, is no answer. */
  #read(chunk) {
    if (this.#settle === undefined) return
    this.#onChunk(chunk)
    let body = chunk
    if (this.#left === -1) {
      const text = chunk.latin1Slice(0, Math.min(chunk.length, 4_096))
      const end = text.indexOf(headEnd)
      if (end === -1) throw new Error('The driver expects a head to come as one chunk')
      this.#head = text.slice(0, end)
      body = chunk.subarray(end + 2)
      this.#left = bodyLength(this.#head)
    }
    if (this.#left === Number.POSITIVE_INFINITY) {
      this.#tail =
        body.length >= lastChunk.length ? body.subarray(-lastChunk.length) : Buffer.concat([this.#tail, body])
      if (this.#tail.subarray(-lastChunk.length).equals(lastChunk)) this.#done()
    } else {
      this.#left -= body.length
      if (this.#left <= 0) this.#done()
    }
  }

  #done() {
    const { resolve } = this.#settle
    this.#settle = undefined
    resolve(this.#head)
  }
}

/** Of the body and the line end before it; infinite when it comes in chunks. */
function bodyLength(head) {
  const at = head.search(/\r\ncontent-length:/i)
  if (at !== -1) return Number.parseInt(head.slice(at + 17), 10) + 2
  return /\r\ntransfer-encoding: *chunked/i.test(head) ? Number.POSITIVE_INFINITY : 2
}
