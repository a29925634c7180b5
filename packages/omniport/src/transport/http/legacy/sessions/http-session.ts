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
import type { JsonValue } from '../../../../values/json/json-value.js'
import { NotificationBuffer } from '../../../exchange/notification-buffer.js'
import type { LegacySettings } from '../legacy-settings.js'
import { OutgoingRequests } from '../requests/outgoing-requests.js'
import { SessionStream, StreamKeys } from '../streams/session-stream.js'
import type { StreamReader } from '../streams/stream-reader.js'

export interface SessionRecord {
  readonly revision: LegacyRevision
  readonly client: Peer
  readonly principal?: Principal | undefined
  readonly createdAt: number
  readonly logLevel?: LogLevel | undefined
  readonly subscriptions?: readonly string[] | undefined
}

/**
 * A legacy session over HTTP. Messages that belong to no request go to its GET stream. While the client does not read that,
 * the latest notification of each method and URI waits, pings fail at once, and `roots/list` waits. Until the client sends
 * `notifications/initialized`, only log messages are sent.
 */
export class HttpSession implements Session {
  readonly id: string
  readonly revision: LegacyRevision
  readonly client: Peer
  readonly principal: Principal | undefined
  readonly createdAt: number
  logLevel: LogLevel | undefined
  readonly #settings: LegacySettings
  // There may be very many sessions, so members that an idle session does not need are created on first use.
  #inFlightRequests: InFlightRequests | undefined
  #outgoingRequests: OutgoingRequests | undefined
  #subscriptions: Set<string> | undefined
  #controller: AbortController | undefined
  #endings: (() => void)[] | undefined
  #over: { readonly reason: unknown } | undefined
  #buffer: NotificationBuffer | undefined
  /** The readers of its streams, by the keys of the streams. */
  #readers: Map<string, StreamReader> | undefined
  #keys: StreamKeys | undefined
  #getStream: SessionStream | undefined
  #isInitialized = false
  /** Called when a reader is attached, and when the session ends. */
  #waiters: Set<() => void> | undefined

  constructor(id: string, record: SessionRecord, settings: LegacySettings) {
    this.id = id
    this.revision = record.revision
    this.client = record.client
    this.principal = record.principal
    this.createdAt = record.createdAt
    this.logLevel = record.logLevel
    if (record.subscriptions?.length) this.#subscriptions = new Set(record.subscriptions)
    this.#settings = settings
  }

  get inFlightRequests(): InFlightRequests {
    const { runtime, logger } = this.#settings
    this.#inFlightRequests ??= new InFlightRequests(runtime, (error, { method }) =>
      logger.error(`${method} failed`, { error }),
    )
    return this.#inFlightRequests
  }

  get outgoingRequests(): OutgoingRequests {
    this.#outgoingRequests ??= new OutgoingRequests(this.#settings)
    return this.#outgoingRequests
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

  get isBusy(): boolean {
    return (this.#inFlightRequests?.size ?? 0) > 0 || (this.#readers?.size ?? 0) > 0
  }

  /** True if its client expects empty events, which carry only an id. */
  get sendsPrimingEvents(): boolean {
    return profileOf(this.revision).polling
  }

  toRecord(): SessionRecord {
    const { revision, client, principal, createdAt, logLevel } = this
    return { revision, client, principal, createdAt, logLevel, subscriptions: [...(this.#subscriptions ?? [])] }
  }

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
    this.#buffer ??= new NotificationBuffer()
    this.#buffer.add(message, message)
  }

  async request(...[message, options]: Parameters<Ask>): Promise<unknown> {
    if (message.method !== 'ping' && message.method !== 'roots/list') {
      throw RpcError.internal(`${message.method} is asked only while serving a request`)
    }
    const stream = this.#openGetStream() ?? (await this.#awaitGetStream(message.method, options?.signal))
    return this.outgoingRequests.request(message, options ?? {}, {
      session: this.id,
      send: (sent) => stream.write(sent),
    })
  }

  stream(key: string): SessionStream {
    if (key === this.#getStream?.key) return this.#getStream
    const { eventLog, logger } = this.#settings
    // Nobody can resume after it, but a client that is there gets it.
    const onError = (error: unknown, event: JsonValue) => {
      logger.error('An event could not be written', { error })
      this.#readers?.get(key)?.sendUnlogged(event)
    }
    return new SessionStream({ log: eventLog, sessionId: this.id, key, onError })
  }

  createStream(): SessionStream {
    this.#keys ??= new StreamKeys(this.#settings.runtime)
    return this.stream(this.#keys.next())
  }

  /** Creates the GET stream. The previous one ends, and its reader too. */
  createGetStream(): SessionStream {
    this.#getStream?.end()
    this.#getStream = this.createStream()
    return this.#getStream
  }

  /** Makes `reader` the only reader of a stream. Returns a function to be called when it has stopped reading. */
  attach(key: string, reader: StreamReader): () => void {
    this.#readers ??= new Map()
    const readers = this.#readers
    readers.get(key)?.stop()
    readers.set(key, reader)
    if (this.isOver) reader.stop() // the session ended while the stream was being opened
    if (this.#isInitialized) this.#flushBuffered()
    for (const wake of [...(this.#waiters ?? [])]) wake()
    return () => {
      if (readers.get(key) === reader) readers.delete(key)
    }
  }

  /** Closes the connection that reads a stream, after what was written so far. The client comes back for the rest. */
  suspend(stream: SessionStream, retryMs: number | undefined): void {
    this.#readers?.get(stream.key)?.suspend(stream.last, retryMs)
  }

  /** The server is closing: from now on only responses are sent. */
  drain(reason: unknown): void {
    this.outgoingRequests.close(reason)
    const key = this.#getStream?.key
    if (key !== undefined) this.#readers?.get(key)?.stop()
  }

  /** Ends the session, and its requests without responses. */
  close(reason: unknown): void {
    if (this.isOver) return
    this.outgoingRequests.close(reason)
    this.#inFlightRequests?.cancelAll(reason)
    const key = this.#getStream?.key
    if (key !== undefined) this.#readers?.get(key)?.stop()
    this.#buffer = undefined
    this.#over = { reason }
    this.#controller?.abort(reason)
    for (const fn of this.#endings ?? []) fn()
    for (const wake of [...(this.#waiters ?? [])]) wake()
  }

  #openGetStream(): SessionStream | undefined {
    const stream = this.#getStream
    return stream !== undefined && this.#readers?.has(stream.key) === true ? stream : undefined
  }

  /** Rejects when the session ends, at once for a ping, which shows if the client is there, and with the reason of `signal`. */
  async #awaitGetStream(method: string, signal: AbortSignal | undefined): Promise<SessionStream> {
    for (;;) {
      const stream = this.#openGetStream()
      if (stream !== undefined) return stream
      if (this.isOver || method === 'ping') throw new OmniportError('closed', 'No stream of the session is open')
      signal?.throwIfAborted()
      this.#waiters ??= new Set()
      await waitAmong(this.#waiters, signal)
    }
  }

  #flushBuffered(): void {
    const stream = this.#openGetStream()
    if (stream === undefined) return
    const buffer = this.#buffer
    this.#buffer = undefined
    buffer?.flush((message) => stream.write(message))
  }
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
