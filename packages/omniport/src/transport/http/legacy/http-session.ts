import { Calls } from '../../../jsonrpc/calls.js'
import type { RpcNotification, RpcRequest, RpcResponse } from '../../../jsonrpc/messages.js'
import { OmniportError } from '../../../jsonrpc/omniport-error.js'
import { Pending } from '../../../jsonrpc/pending.js'
import { RpcError } from '../../../jsonrpc/rpc-error.js'
import type { Ask, AskOptions } from '../../../protocol/exchange.js'
import type { LogLevel } from '../../../protocol/log-level.js'
import type { Peer, Principal } from '../../../protocol/peer.js'
import { randomId } from '../../../protocol/random-id.js'
import type { LegacyRevision } from '../../../protocol/revision.js'
import type { Session } from '../../../protocol/session.js'
import type { HttpSettings } from '../http-settings.js'
import { SessionStream } from './session-stream.js'

/** What says everything about a session that another node must know. */
export interface SessionRecord {
  readonly revision: LegacyRevision
  readonly client: Peer
  readonly principal?: Principal | undefined
  readonly createdAt: number
  readonly logLevel?: LogLevel | undefined
  readonly subscriptions?: readonly string[] | undefined
}

/** A client that reads the standalone stream; `stopped` says that it does no more. */
export interface Listening {
  readonly stream: SessionStream
  readonly stopped: () => void
}

/**
 * A legacy session over HTTP. Its standalone road is the one GET stream: while no client reads it, change notices wait, one
 * of each kind and URI, and questions fail at once.
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
  #standalone: SessionStream | undefined
  #stopListener: (() => void) | undefined

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

  /** Whether a client reads the standalone stream. */
  get isRead(): boolean {
    return this.#stopListener !== undefined
  }

  toRecord(): SessionRecord {
    const { revision, client, principal, createdAt, logLevel, subscriptions } = this
    return { revision, client, principal, createdAt, logLevel, subscriptions: [...subscriptions] }
  }

  notify(message: RpcNotification): void {
    if (this.signal.aborted) return
    if (this.#stopListener !== undefined) this.#standalone?.write(message)
    else this.#held.set(`${message.method} ${String(message.params?.['uri'] ?? '')}`, message)
  }

  readonly request: Ask = async (message, options) => {
    if (message.method !== 'ping' && message.method !== 'roots/list') {
      throw RpcError.internal(`${message.method} is asked only while serving a request`)
    }
    if (this.#stopListener === undefined) throw new OmniportError('closed', 'No stream of the session is open')
    return this.ask(message, options, (question) => this.#standalone?.write(question))
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
    return new SessionStream(this.#settings.eventLog, this.id, key)
  }

  /** A new stream. */
  createStream(): SessionStream {
    return this.stream(randomId(this.#settings.runtime, 8))
  }

  /**
   * A client reads the standalone stream from now on: a new one, or that of `key` if it is the latest. `stop` is called when
   * another client does; what was held back is written. Undefined: `key` is another stream, which only resumes.
   */
  listen(stop: () => void, key?: string): Listening | undefined {
    if (key !== undefined && key !== this.#standalone?.key) return undefined
    const stream = (key === undefined ? undefined : this.#standalone) ?? this.createStream()
    this.#stopListener?.()
    this.#stopListener = stop
    this.#standalone = stream
    for (const message of this.#held.values()) stream.write(message)
    this.#held.clear()
    const stopped = () => {
      if (this.#stopListener === stop) this.#stopListener = undefined
    }
    return { stream, stopped }
  }

  /** The session is over: everything in it ends, without answers. */
  close(reason: unknown): void {
    this.#pending.closeAll(reason)
    this.calls.cancelAll(reason)
    this.#stopListener?.()
    this.#controller.abort(reason)
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
