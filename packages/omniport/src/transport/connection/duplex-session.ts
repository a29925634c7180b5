import type { RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Ask, AskOptions } from '../../protocol/exchange/exchange.js'
import type { LogLevel } from '../../protocol/exchange/log-level.js'
import type { Peer } from '../../protocol/exchange/peer.js'
import type { Session } from '../../protocol/exchange/session.js'
import type { LegacyRevision } from '../../protocol/revisions/revision.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { NotificationBuffer } from '../exchange/notification-buffer.js'

export interface DuplexSessionOptions {
  readonly id: string
  readonly revision: LegacyRevision
  readonly client: Peer
  readonly send: (message: RpcNotification) => void
  readonly ask: Ask
}

/**
 * The legacy session of a duplex connection. Until the client sends `notifications/initialized`, only log messages are sent
 * and other notifications are buffered. spec: basic/lifecycle#initialization
 */
export class DuplexSession implements Session {
  readonly id: string
  readonly revision: LegacyRevision
  readonly client: Peer
  readonly subscriptions = new Set<string>()
  logLevel: LogLevel | undefined
  readonly #options: DuplexSessionOptions
  readonly #controller = new AbortController()
  #buffer: NotificationBuffer | undefined = new NotificationBuffer()

  constructor(options: DuplexSessionOptions) {
    this.#options = options
    this.id = options.id
    this.revision = options.revision
    this.client = options.client
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  onEnd(fn: (session: Session) => void): void {
    if (this.signal.aborted) fn(this)
    else this.signal.addEventListener('abort', () => fn(this), { once: true })
  }

  notify(message: RpcNotification): void {
    if (this.signal.aborted) return
    if (this.#buffer === undefined || message.method === 'notifications/message') this.#options.send(message)
    else this.#buffer.add(message, message)
  }

  async request(message: Omit<RpcRequest, 'id' | 'jsonrpc'>, options?: AskOptions): Promise<unknown> {
    if (!sessionMethods.has(message.method)) {
      throw RpcError.internal(`${message.method} is asked only while serving a request`)
    }
    if (this.signal.aborted) throw new OmniportError('closed', 'The session is over')
    return this.#options.ask(message, options)
  }

  /** The client is ready: sends what was buffered. */
  open(): void {
    const buffer = this.#buffer
    this.#buffer = undefined
    buffer?.flush((message) => this.notify(message))
  }

  close(reason: unknown): void {
    this.#controller.abort(reason)
  }
}

/** The methods that a server may send outside any request. */
const sessionMethods: ReadonlySet<string> = new Set(['ping', 'roots/list'])
