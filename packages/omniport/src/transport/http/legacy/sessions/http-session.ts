import { createAbortController } from '../../../../async/abort/lazy-abort-controller.js'
import type { RpcNotification } from '../../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../../jsonrpc/messages/rpc-error.js'
import { InFlightRequests } from '../../../../jsonrpc/serving/in-flight-requests.js'
import type { Ask } from '../../../../protocol/exchange/exchange.js'
import type { LogLevel } from '../../../../protocol/exchange/log-level.js'
import type { Peer, Principal } from '../../../../protocol/exchange/peer.js'
import type { Session } from '../../../../protocol/exchange/session.js'
import type { LegacyRevision } from '../../../../protocol/revisions/revision.js'
import { profileOf } from '../../../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../../../values/errors/omniport-error.js'
import type { HttpSettings } from '../../http-settings.js'
import { OutgoingRequests } from '../requests/outgoing-requests.js'
import { SessionStream, StreamKeys } from '../streams/session-stream.js'
import type { StreamReader } from '../streams/stream-reader.js'

/** What says everything about a session that another node must know. */
export interface SessionRecord {
  readonly revision: LegacyRevision
  readonly client: Peer
  readonly principal?: Principal | undefined
  readonly createdAt: number
  readonly logLevel?: LogLevel | undefined
  readonly subscriptions?: readonly string[] | undefined
}

/**
 * A legacy session over HTTP. Its standalone road is the one GET stream: while no client reads it, change notices wait, one
 * of each kind and URI, and questions fail at once. Until the client says `notifications/initialized`, only log messages go
 * out.
 */
export class HttpSession implements Session {
  readonly id: string
  readonly revision: LegacyRevision
  readonly client: Peer
  readonly principal: Principal | undefined
  readonly createdAt: number
  logLevel: LogLevel | undefined
  /** What its client was asked. */
  readonly outgoingRequests: OutgoingRequests
  readonly #settings: HttpSettings
  // What most sessions do not need while they are idle is made on first use: there may be very many.
  #inFlightRequests: InFlightRequests | undefined
  #subscriptions: Set<string> | undefined
  #controller: AbortController | undefined
  #endings: (() => void)[] | undefined
  #over: { readonly reason: unknown } | undefined
  #bufferedMessages: Map<string, RpcNotification> | undefined
  /** Who reads which stream, by its key. */
  #readers: Map<string, StreamReader> | undefined
  #keys: StreamKeys | undefined
  #getStream: SessionStream | undefined
  #isInitialized = false

  constructor(id: string, record: SessionRecord, settings: HttpSettings) {
    this.id = id
    this.revision = record.revision
    this.client = record.client
    this.principal = record.principal
    this.createdAt = record.createdAt
    this.logLevel = record.logLevel
    if (record.subscriptions?.length) this.#subscriptions = new Set(record.subscriptions)
    this.#settings = settings
    this.outgoingRequests = new OutgoingRequests(settings)
  }

  /** The requests of this session being served here. */
  get inFlightRequests(): InFlightRequests {
    const { runtime, logger } = this.#settings
    this.#inFlightRequests ??= new InFlightRequests(runtime, (error, { method }) =>
      logger.error(`${method} failed`, { error }),
    )
    return this.#inFlightRequests
  }

  get subscriptions(): Set<string> {
    this.#subscriptions ??= new Set()
    return this.#subscriptions
  }

  get signal(): AbortSignal {
    this.#controller ??= createAbortController(this.#over)
    return this.#controller.signal
  }

  get isOver(): boolean {
    return this.#over !== undefined
  }

  onEnd(fn: () => void): void {
    if (this.isOver) fn()
    else if (this.#endings === undefined) this.#endings = [fn]
    else this.#endings.push(fn)
  }

  /** Whether requests of it are served, or a stream of it is read. */
  get isBusy(): boolean {
    return (this.#inFlightRequests?.size ?? 0) > 0 || (this.#readers?.size ?? 0) > 0
  }

  /** Whether its client expects empty events, which carry nothing but an id. */
  get sendsPrimingEvents(): boolean {
    return profileOf(this.revision).polling
  }

  toRecord(): SessionRecord {
    const { revision, client, principal, createdAt, logLevel } = this
    return { revision, client, principal, createdAt, logLevel, subscriptions: [...(this.#subscriptions ?? [])] }
  }

  /** The client is ready: what was held back goes out. */
  open(): void {
    this.#isInitialized = true
    this.#flushBuffered()
  }

  notify(message: RpcNotification): void {
    if (this.isOver) return
    const isSendable = this.#isInitialized || message.method === 'notifications/message'
    const stream = isSendable ? this.#openGetStream() : undefined
    if (stream !== undefined) {
      stream.write(message)
      return
    }
    this.#bufferedMessages ??= new Map()
    this.#bufferedMessages.set(`${message.method} ${String(message.params?.['uri'] ?? '')}`, message)
  }

  async request(...[message, options]: Parameters<Ask>): Promise<unknown> {
    if (message.method !== 'ping' && message.method !== 'roots/list') {
      throw RpcError.internal(`${message.method} is asked only while serving a request`)
    }
    const stream = this.#openGetStream()
    if (stream === undefined) throw new OmniportError('closed', 'No stream of the session is open')
    return this.outgoingRequests.request(message, options ?? {}, {
      session: this.id,
      send: (sent) => stream.write(sent),
    })
  }

  /** A stream of this session by its key. */
  stream(key: string): SessionStream {
    if (key === this.#getStream?.key) return this.#getStream
    const { eventLog, logger } = this.#settings
    const onError = (error: unknown) => logger.error('An event could not be written', { error })
    return new SessionStream({ log: eventLog, sessionId: this.id, key, onError })
  }

  /** A new stream. */
  createStream(): SessionStream {
    this.#keys ??= new StreamKeys(this.#settings.runtime)
    return this.stream(this.#keys.next())
  }

  /** A new standalone stream: the one before it is over, and so is whoever reads it. */
  createGetStream(): SessionStream {
    this.#getStream?.end()
    this.#getStream = this.createStream()
    return this.#getStream
  }

  /** `reader` reads a stream from now on, in the place of any other. Gives what is to be called when it does no more. */
  attach(key: string, reader: StreamReader): () => void {
    this.#readers ??= new Map()
    const readers = this.#readers
    readers.get(key)?.stop()
    readers.set(key, reader)
    if (this.isOver) reader.stop() // the session ended while the stream was being opened
    if (this.#isInitialized) this.#flushBuffered()
    return () => {
      if (readers.get(key) === reader) readers.delete(key)
    }
  }

  /** Lets whoever reads a stream come back for the rest, after what was written so far. */
  suspend(stream: SessionStream, retryMs: number | undefined): void {
    this.#readers?.get(stream.key)?.suspend(stream.last, retryMs)
  }

  /** Nothing more is asked, and only answers go out: the server is closing. */
  drain(reason: unknown): void {
    this.outgoingRequests.close(reason)
    const key = this.#getStream?.key
    if (key !== undefined) this.#readers?.get(key)?.stop()
  }

  /** The session is over: everything in it ends, without answers. */
  close(reason: unknown): void {
    if (this.isOver) return
    this.outgoingRequests.close(reason)
    this.#inFlightRequests?.cancelAll(reason)
    const key = this.#getStream?.key
    if (key !== undefined) this.#readers?.get(key)?.stop()
    this.#bufferedMessages = undefined
    this.#over = { reason }
    this.#controller?.abort(reason)
    for (const fn of this.#endings ?? []) fn()
  }

  /** The standalone stream, if a client reads it. */
  #openGetStream(): SessionStream | undefined {
    const stream = this.#getStream
    return stream !== undefined && this.#readers?.has(stream.key) === true ? stream : undefined
  }

  /** Sends what was held back, where there is a road for it. */
  #flushBuffered(): void {
    const stream = this.#openGetStream()
    if (stream === undefined) return
    for (const message of this.#bufferedMessages?.values() ?? []) stream.write(message)
    this.#bufferedMessages = undefined
  }
}
