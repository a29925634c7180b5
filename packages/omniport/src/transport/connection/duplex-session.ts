import type { RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Ask, AskOptions } from '../../protocol/exchange/exchange.js'
import type { LogLevel } from '../../protocol/exchange/log-level.js'
import type { Peer } from '../../protocol/exchange/peer.js'
import type { Session } from '../../protocol/exchange/session.js'
import type { LegacyRevision } from '../../protocol/revisions/revision.js'
import { OmniportError } from '../../values/errors/omniport-error.js'

/** What a session on a pipe is made from. */
export interface DuplexSessionOptions {
  readonly id: string
  readonly revision: LegacyRevision
  readonly client: Peer
  readonly send: (message: RpcNotification) => void
  readonly ask: Ask
}

/**
 * The legacy session of a pipe. Until the client says `notifications/initialized`, only log messages go out; change notices
 * wait, one of each kind and URI.
 *
 * spec: basic/lifecycle#initialization
 */
export class DuplexSession implements Session {
  readonly id: string
  readonly revision: LegacyRevision
  readonly client: Peer
  readonly subscriptions = new Set<string>()
  logLevel: LogLevel | undefined
  readonly #options: DuplexSessionOptions
  readonly #controller = new AbortController()
  #bufferedMessages: Map<string, RpcNotification> | undefined = new Map()

  constructor(options: DuplexSessionOptions) {
    this.#options = options
    this.id = options.id
    this.revision = options.revision
    this.client = options.client
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  onEnd(fn: () => void): void {
    if (this.signal.aborted) fn()
    else this.signal.addEventListener('abort', fn, { once: true })
  }

  notify(message: RpcNotification): void {
    if (this.signal.aborted) return
    if (this.#bufferedMessages === undefined || message.method === 'notifications/message') this.#options.send(message)
    else this.#bufferedMessages.set(`${message.method} ${String(message.params?.['uri'] ?? '')}`, message)
  }

  async request(message: Omit<RpcRequest, 'id' | 'jsonrpc'>, options?: AskOptions): Promise<unknown> {
    if (!sessionMethods.has(message.method)) {
      throw RpcError.internal(`${message.method} is asked only while serving a request`)
    }
    if (this.signal.aborted) throw new OmniportError('closed', 'The session is over')
    return this.#options.ask(message, options)
  }

  /** The client said that it is ready: what was held back goes out. */
  open(): void {
    const buffered = this.#bufferedMessages
    this.#bufferedMessages = undefined
    for (const message of buffered?.values() ?? []) this.notify(message)
  }

  close(reason: unknown): void {
    this.#controller.abort(reason)
  }
}

/** What may be asked outside any request. */
const sessionMethods: ReadonlySet<string> = new Set(['ping', 'roots/list'])
