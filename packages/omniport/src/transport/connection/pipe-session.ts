import type { RpcNotification, RpcRequest } from '../../jsonrpc/messages.js'
import { OmniportError } from '../../jsonrpc/omniport-error.js'
import { RpcError } from '../../jsonrpc/rpc-error.js'
import type { Ask, AskOptions } from '../../protocol/exchange.js'
import type { LogLevel } from '../../protocol/log-level.js'
import type { Peer } from '../../protocol/peer.js'
import type { LegacyRevision } from '../../protocol/revision.js'
import type { Session } from '../../protocol/session.js'

/** What a session on a pipe is made from. */
export interface PipeSessionOptions {
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
export class PipeSession implements Session {
  readonly id: string
  readonly revision: LegacyRevision
  readonly client: Peer
  readonly subscriptions = new Set<string>()
  logLevel: LogLevel | undefined
  readonly #options: PipeSessionOptions
  readonly #controller = new AbortController()
  #held: Map<string, RpcNotification> | undefined = new Map()

  constructor(options: PipeSessionOptions) {
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
    if (this.#held === undefined || message.method === 'notifications/message') this.#options.send(message)
    else this.#held.set(`${message.method} ${String(message.params?.['uri'] ?? '')}`, message)
  }

  async request(message: Omit<RpcRequest, 'id' | 'jsonrpc'>, options?: AskOptions): Promise<unknown> {
    if (!standalone.has(message.method)) {
      throw RpcError.internal(`${message.method} is asked only while serving a request`)
    }
    if (this.signal.aborted) throw new OmniportError('closed', 'The session is over')
    return this.#options.ask(message, options)
  }

  /** The client said that it is ready: what was held back goes out. */
  open(): void {
    const held = this.#held
    this.#held = undefined
    for (const message of held?.values() ?? []) this.notify(message)
  }

  close(reason: unknown): void {
    this.#controller.abort(reason)
  }
}

/** What may be asked outside any request. */
const standalone: ReadonlySet<string> = new Set(['ping', 'roots/list'])
