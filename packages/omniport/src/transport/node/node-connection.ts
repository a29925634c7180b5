import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { networkOf } from '../http/guards/network-of.js'
import type { NodeHttpAdapter } from './node-http-adapter.js'

/** The requests that wait on one connection, and the bytes that it brings after the first of them. */
const maxWaiting = 64
const maxWaitingBytes = 64 * 1024

/**
 * The headers of all requests that wait in this process. A request counts as at least `leastHeaders` of them: that is what it
 * takes in memory without any.
 */
const maxWaitingHeaders = 200_000
const leastHeaders = 32

/** Of all connections. */
let waitingHeaders = 0

/** Serves a request when its turn has come. */
export type ServeExchange = (exchange: NodeHttpAdapter) => void

/** Receives the changes of a connection. */
export interface ConnectionObserver {
  /** Called each time that a request was served and none waits. */
  onIdle(): void
  /** Called once. */
  onClose(): void
}

interface WaitingRequest {
  readonly exchange: NodeHttpAdapter
  readonly serve: ServeExchange
  /** What it counts as in `waitingHeaders`. */
  readonly headers: number
}

/** One object per socket, so that handlers that share a server also share its connections. */
const connections = new WeakMap<Socket, NodeConnection>()

/** The connection that a request came on. Undefined where requests of one connection do not follow each other, as in HTTP/2. */
export function connectionOf({ socket, httpVersionMajor }: IncomingMessage): NodeConnection | undefined {
  return httpVersionMajor === 1 && socket instanceof Socket ? toConnection(socket) : undefined
}

export function toConnection(socket: Socket): NodeConnection {
  const known = connections.get(socket)
  if (known !== undefined) return known
  const connection = new NodeConnection(socket)
  connections.set(socket, connection)
  return connection
}

/**
 * One connection of HTTP/1.1. Node hands over every request that a client sends ahead, and tells only the response that has
 * the socket when it closes. Here one request is served at a time, a few wait for it, and a client that sends more ahead is
 * disconnected. The end of the socket ends all of them.
 */
export class NodeConnection {
  /** The network of the client. */
  readonly owner: string
  readonly #socket: Socket
  #current: NodeHttpAdapter | undefined
  #waiting: WaitingRequest[] = []
  /** What had been read of the socket when the newest request came, and when the first that waits did. */
  #read = -1
  #readBefore = 0
  /** Requests whose replies were sent. */
  #answered = 0
  #isRefused = false
  #observer: ConnectionObserver | undefined

  constructor(socket: Socket) {
    this.owner = networkOf(socket.remoteAddress)
    this.#socket = socket
    socket.once('close', () => this.#onClose())
  }

  get isBusy(): boolean {
    return this.#current !== undefined || this.#waiting.length > 0
  }

  /** True if a request was answered on it. */
  get wasUsed(): boolean {
    return this.#answered > 0
  }

  /** The requests of which everything came. */
  get arrived(): number {
    return this.#answered + (this.#current?.hasArrived === true ? 1 : 0)
  }

  /** True if a part of a reply was written whose rest is missing. */
  get hasReplyBegun(): boolean {
    return this.#current?.hasReplyBegun === true
  }

  /** True if no handler works for it: nothing was asked, the request has not arrived, or its reply is complete. */
  get isIdle(): boolean {
    if (this.#current === undefined) return !this.isBusy
    return !this.#current.hasArrived || this.#current.isAnswered
  }

  observe(observer: ConnectionObserver): void {
    this.#observer = observer
  }

  /** From now on its requests are ignored. */
  refuse(): void {
    this.#isRefused = true
  }

  close(): void {
    this.#socket.destroy()
  }

  /** Serves a request now, or when those before it were answered. One that comes after the end is not served. */
  add(exchange: NodeHttpAdapter, serve: ServeExchange): void {
    if (this.#isRefused || this.#socket.destroyed) {
      exchange.end()
      return
    }
    const { bytesRead } = this.#socket
    const isAhead = this.#read === bytesRead // its client cannot have the reply to the one before
    this.#read = bytesRead
    if (!this.isBusy && !isAhead) this.#start(exchange, serve)
    else this.#wait(exchange, serve)
  }

  #start(exchange: NodeHttpAdapter, serve: ServeExchange): void {
    this.#current = exchange
    exchange.watch(() => this.#onOver(exchange))
    if (!exchange.isOver) serve(exchange)
  }

  #wait(exchange: NodeHttpAdapter, serve: ServeExchange): void {
    const isFirst = this.#waiting.length === 0
    if (isFirst) this.#readBefore = this.#read
    const headers = Math.max(leastHeaders, exchange.headerCount)
    if (
      this.#waiting.length >= maxWaiting ||
      this.#read - this.#readBefore > maxWaitingBytes ||
      waitingHeaders + headers > maxWaitingHeaders
    ) {
      this.close()
      return
    }
    this.#waiting.push({ exchange, serve, headers })
    waitingHeaders += headers
    // Nothing tells the end of a socket that is not read. A client that has its whole reply may send before Node says that
    // the reply was sent: that is not ahead, and then nothing runs that the end of the socket would have to end.
    if (this.#current?.isAnswered !== true) exchange.readAhead(maxWaitingBytes, () => this.close())
    if (isFirst && this.#current === undefined) exchange.defer(() => this.#startNext())
  }

  #onOver(exchange: NodeHttpAdapter): void {
    if (this.#current !== exchange) return
    this.#current = undefined
    this.#answered += 1
    const [next] = this.#waiting
    if (next === undefined) this.#observer?.onIdle()
    else next.exchange.defer(() => this.#startNext()) // other connections have their turn
  }

  #startNext(): void {
    if (this.#current !== undefined || !this.#socket.writable) return
    const next = this.#waiting.shift()
    if (next === undefined) return
    waitingHeaders -= next.headers
    this.#start(next.exchange, next.serve)
  }

  #onClose(): void {
    const waiting = this.#waiting
    this.#waiting = []
    const current = this.#current
    this.#current = undefined
    current?.end()
    for (const { exchange, headers } of waiting) {
      waitingHeaders -= headers
      exchange.end()
    }
    this.#observer?.onClose()
  }
}
