import { Calls } from '../../../jsonrpc/calls.js'
import type { RpcNotification, RpcRequest, RpcResponse } from '../../../jsonrpc/messages.js'
import { OmniportError } from '../../../jsonrpc/omniport-error.js'
import { Pending } from '../../../jsonrpc/pending.js'
import { RpcError } from '../../../jsonrpc/rpc-error.js'
import type { Ask, AskOptions } from '../../../protocol/exchange.js'
import type { LogLevel } from '../../../protocol/log-level.js'
import type { Peer, Principal } from '../../../protocol/peer.js'
import { profileOf } from '../../../protocol/profile.js'
import { randomId } from '../../../protocol/random-id.js'
import type { LegacyRevision } from '../../../protocol/revision.js'
import type { Session } from '../../../protocol/session.js'
import type { HttpSettings } from '../http-settings.js'
import { SessionStream } from './session-stream.js'
import type { StreamReader } from './stream-reader.js'

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
  readonly subscriptions: Set<string>
  logLevel: LogLevel | undefined
  /** The requests of this session being served here. */
  readonly calls: Calls
  readonly #settings: HttpSettings
  readonly #controller = new AbortController()
  readonly #pending: Pending
  readonly #held = new Map<string, RpcNotification>()
  /** Who reads which stream, by its key. */
  readonly #readers = new Map<string, StreamReader>()
  #standalone: SessionStream | undefined
  #isInitialized = false

  constructor(id: string, record: SessionRecord, settings: HttpSettings) {
    this.id = id
    this.revision = record.revision
    this.client = record.client
    this.principal = record.principal
    this.createdAt = record.createdAt
    this.logLevel = record.logLevel
    this.subscriptions = new Set(record.subscriptions)
    this.#settings = settings
    const { runtime, logger } = settings
    this.calls = new Calls(runtime, (error, { method }) => logger.error(`${method} failed`, { error }))
    this.#pending = new Pending(runtime)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Whether requests of it are served, or a stream of it is read. */
  get isBusy(): boolean {
    return this.calls.size > 0 || this.#readers.size > 0
  }

  /** Whether its client expects empty events, which carry nothing but an id. */
  get primes(): boolean {
    return profileOf(this.revision).polling
  }

  toRecord(): SessionRecord {
    const { revision, client, principal, createdAt, logLevel, subscriptions } = this
    return { revision, client, principal, createdAt, logLevel, subscriptions: [...subscriptions] }
  }

  /** The client is ready: what was held back goes out. */
  open(): void {
    this.#isInitialized = true
    this.#release()
  }

  notify(message: RpcNotification): void {
    if (this.signal.aborted) return
    const goesOut = this.#isInitialized || message.method === 'notifications/message'
    const stream = goesOut ? this.#readStandalone() : undefined
    if (stream !== undefined) stream.write(message)
    else this.#held.set(`${message.method} ${String(message.params?.['uri'] ?? '')}`, message)
  }

  readonly request: Ask = async (message, options) => {
    if (message.method !== 'ping' && message.method !== 'roots/list') {
      throw RpcError.internal(`${message.method} is asked only while serving a request`)
    }
    const stream = this.#readStandalone()
    if (stream === undefined) throw new OmniportError('closed', 'No stream of the session is open')
    return this.ask(message, options, (question) => stream.write(question))
  }

  /** Asks on the road that `send` leads to, and settles with the result. */
  async ask(
    message: Parameters<Ask>[0],
    options: AskOptions | undefined,
    send: (question: RpcRequest | RpcNotification) => void,
  ): Promise<unknown> {
    if (this.signal.aborted) throw new OmniportError('closed', 'The session is over')
    const { runtime, limits } = this.#settings
    const id = randomId(runtime, 16)
    const { signal, timeoutMs = limits.questionMs } = options ?? {}
    signal?.throwIfAborted()
    const answered = this.#pending.add(id, { signal, timeoutMs }, (reason) => {
      send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason } })
    })
    send({ jsonrpc: '2.0', id, ...message })
    const { result, error } = await this.#orElsewhere(id, answered)
    if (error === undefined) return result
    throw new RpcError(error.code, error.message, error.data)
  }

  /** Takes an answer to a question: this node's, or one that another node waits for. */
  answer(response: RpcResponse): void {
    if (this.#pending.settle(response) || typeof response.id !== 'string' || !/^[0-9a-f]{32}$/.test(response.id)) return
    const { inbox, limits } = this.#settings
    if (this.#settings.target.environment?.stores?.inbox === undefined) return
    void inbox.put(`${this.id}/${response.id}`, { ...response } as never, limits.questionMs) // a parsed JSON value
  }

  /** A stream of this session by its key. */
  stream(key: string): SessionStream {
    if (key === this.#standalone?.key) return this.#standalone
    const { eventLog, logger } = this.#settings
    const onError = (error: unknown) => logger.error('An event could not be written', { error })
    return new SessionStream({ log: eventLog, sessionId: this.id, key, onError })
  }

  /** A new stream. */
  createStream(): SessionStream {
    return this.stream(randomId(this.#settings.runtime, 8))
  }

  /** A new standalone stream: the one before it is over, and so is whoever reads it. */
  createStandalone(): SessionStream {
    this.#standalone?.end()
    this.#standalone = this.createStream()
    return this.#standalone
  }

  /** `reader` reads a stream from now on, in the place of any other. Gives what is to be called when it does no more. */
  attach(key: string, reader: StreamReader): () => void {
    this.#readers.get(key)?.stop()
    this.#readers.set(key, reader)
    if (this.signal.aborted) reader.stop() // the session ended while the stream was being opened
    if (this.#isInitialized) this.#release()
    return () => {
      if (this.#readers.get(key) === reader) this.#readers.delete(key)
    }
  }

  /** Lets whoever reads a stream come back for the rest, after what was written so far. */
  suspend(stream: SessionStream, retryMs: number | undefined): void {
    this.#readers.get(stream.key)?.suspend(stream.last, retryMs)
  }

  /** Nothing more is asked, and only answers go out: the server is closing. */
  drain(reason: unknown): void {
    this.#pending.closeAll(reason)
    const key = this.#standalone?.key
    if (key !== undefined) this.#readers.get(key)?.stop()
  }

  /** The session is over: everything in it ends, without answers. */
  close(reason: unknown): void {
    if (this.signal.aborted) return
    this.#pending.closeAll(reason)
    this.calls.cancelAll(reason)
    const key = this.#standalone?.key
    if (key !== undefined) this.#readers.get(key)?.stop()
    this.#held.clear()
    this.#controller.abort(reason)
  }

  /** The standalone stream, if a client reads it. */
  #readStandalone(): SessionStream | undefined {
    const stream = this.#standalone
    return stream !== undefined && this.#readers.has(stream.key) ? stream : undefined
  }

  /** Sends what was held back, where there is a road for it. */
  #release(): void {
    const stream = this.#readStandalone()
    if (stream === undefined) return
    for (const message of this.#held.values()) stream.write(message)
    this.#held.clear()
  }

  /** The answer may arrive at another node, which leaves it in the inbox. */
  async #orElsewhere(id: string, answered: Promise<RpcResponse>): Promise<RpcResponse> {
    if (this.#settings.target.environment?.stores?.inbox === undefined) return answered
    const waiting = new AbortController()
    const elsewhere = this.#settings.inbox.take(`${this.id}/${id}`, waiting.signal)
    elsewhere.then(
      (response) => this.#pending.settle(response as never), // put there by `answer`
      () => {},
    )
    return answered.finally(() => waiting.abort())
  }
}
