import type { RpcNotification } from '../../../../jsonrpc/messages/messages.js'
import { OmniportError } from '../../../../values/errors/omniport-error.js'
import { NotificationBuffer } from '../../../exchange/notification-buffer.js'
import type { SessionStream } from './session-stream.js'

/** The session of a stream, as the stream needs it. */
export interface StreamOwner {
  readonly isOver: boolean
  createStream(): SessionStream
  /** The stream of a key, which another node may have created. */
  stream(key: string): SessionStream
  /** True if this node reads the stream of that key. */
  isRead(key: string): boolean
  /** Ends the reader of a stream on this node. */
  stopReader(key: string): void
}

/**
 * The GET stream of a session: of what belongs to no request. While no node reads it, the latest notification of each method and
 * URI waits. Until the client is initialized only log messages are sent.
 *
 * Several nodes may have the session, and one of them the connection of its GET stream. Changes of lists and resources are
 * announced to all nodes, so the node that has the connection sends them; anything else is written to the log of the stream by the node that it
 * comes from.
 */
export class StandaloneStream {
  readonly #owner: StreamOwner
  /** The stream whose connection this node has, or had last. */
  #own: SessionStream | undefined
  /** The stream whose connection another node has. */
  #remote: SessionStream | undefined
  #buffer: NotificationBuffer | undefined
  #isInitialized = false
  /** Called when there is a stream, and when the session ends. */
  #waiters: Set<() => void> | undefined
  /** Announced changes that were sent on the own stream at first. */
  #announced: Set<string> = empty

  constructor(owner: StreamOwner) {
    this.#owner = owner
  }

  get key(): string | undefined {
    return this.#own?.key ?? this.#remote?.key
  }

  /** True if another node has, or had last, the connection. */
  get isElsewhere(): boolean {
    return this.#remote !== undefined
  }

  get isInitialized(): boolean {
    return this.#isInitialized
  }

  /** The stream of a key, if it is the own one. */
  own(key: string): SessionStream | undefined {
    return this.#own?.key === key ? this.#own : undefined
  }

  /** The client is initialized. */
  open(): void {
    this.#isInitialized = true
    this.flush()
  }

  notify(message: RpcNotification): void {
    const isSendable = this.#isInitialized || message.method === 'notifications/message'
    const stream = isSendable ? this.#read() : undefined
    if (stream !== undefined) this.#write(stream, message)
    else if (isSendable && this.#remote !== undefined) this.#notifyElsewhere(this.#remote, message)
    else this.#keep(message)
  }

  /** Creates the stream. The previous one ends, and its reader too. */
  create(): SessionStream {
    this.#own?.end()
    this.#remote = undefined
    this.#announced = empty
    this.#own = this.#owner.createStream()
    return this.#own
  }

  /** This node reads a stream again. If that is the newest GET stream, it is the own one from now on. */
  resume(key: string): boolean {
    if (this.#remote?.key !== key) return this.#own?.key === key
    this.#own = this.#remote
    this.#remote = undefined
    this.#announced = empty
    return true
  }

  /** Another node has the connection from now on. Returns what waited for it. */
  follow(key: string): readonly RpcNotification[] {
    const own = this.#own
    this.#own = undefined
    if (own?.key === key) this.#owner.stopReader(key)
    else own?.end()
    this.#remote = this.#owner.stream(key)
    this.#wake()
    if (!this.#isInitialized) return []
    const waiting: RpcNotification[] = []
    this.#buffer?.flush((message) => waiting.push(message))
    this.#buffer = undefined
    return waiting
  }

  /** Takes what waited on other nodes. Changes that were announced since the stream is open were announced here too. */
  take(notifications: readonly RpcNotification[]): void {
    for (const message of notifications) {
      if (!this.#announced.has(nameOf(message))) this.notify(message)
    }
  }

  /** Sends what waited, if the stream is read here. */
  flush(): void {
    this.#wake()
    const stream = this.#isInitialized ? this.#read() : undefined
    if (stream === undefined) return
    const buffer = this.#buffer
    this.#buffer = undefined
    buffer?.flush((message) => this.#write(stream, message))
  }

  /**
   * Resolves when any node reads the stream. Rejects when the session ends, at once for a ping, which shows if the client is there,
   * and with the reason of `signal`.
   */
  async opened(method: string, signal: AbortSignal | undefined): Promise<SessionStream> {
    for (;;) {
      const stream = this.#read() ?? this.#remote
      if (stream !== undefined) return stream
      if (this.#owner.isOver || method === 'ping') throw new OmniportError('closed', 'No stream of the session is open')
      signal?.throwIfAborted()
      this.#waiters ??= new Set()
      await waitAmong(this.#waiters, signal)
    }
  }

  /** Ends its reader. */
  stop(): void {
    if (this.#own !== undefined) this.#owner.stopReader(this.#own.key)
  }

  close(): void {
    this.stop()
    this.#buffer = undefined
    this.#wake()
  }

  #read(): SessionStream | undefined {
    return this.#own !== undefined && this.#owner.isRead(this.#own.key) ? this.#own : undefined
  }

  #write(stream: SessionStream, message: RpcNotification): void {
    if (isAnnounced(message) && this.#announced.size < maxAnnounced) {
      if (this.#announced === empty) this.#announced = new Set()
      this.#announced.add(nameOf(message))
    }
    stream.write(message)
  }

  #notifyElsewhere(stream: SessionStream, message: RpcNotification): void {
    if (!isAnnounced(message)) stream.write(message)
  }

  #keep(message: RpcNotification): void {
    this.#buffer ??= new NotificationBuffer()
    this.#buffer.add(message, message)
  }

  #wake(): void {
    for (const wake of [...(this.#waiters ?? [])]) wake()
  }
}

/** Of streams on which nothing was announced, which are most. */
const empty: Set<string> = new Set()

/** Changes that are remembered for other nodes that announce them again. */
const maxAnnounced = 100

/** Tells what all nodes are told of. */
function isAnnounced({ method }: RpcNotification): boolean {
  return method === 'notifications/resources/updated' || method.endsWith('/list_changed')
}

function nameOf({ method, params }: RpcNotification): string {
  return `${method} ${String(params?.['uri'])}`
}

/** Resolves when one calls all of `waiters`, or `signal` aborts. */
function waitAmong(waiters: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      waiters.delete(wake)
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    waiters.add(wake)
    signal?.addEventListener('abort', wake)
  })
}
