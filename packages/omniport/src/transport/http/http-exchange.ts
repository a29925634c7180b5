import type { Call } from '../../jsonrpc/call.js'
import type { RpcNotification } from '../../jsonrpc/messages.js'
import type { Ask, Exchange } from '../../protocol/exchange.js'
import type { Peer, Principal } from '../../protocol/peer.js'
import type { Revision } from '../../protocol/revision.js'
import type { Session } from '../../protocol/session.js'
import type { Answer } from './answer.js'
import type { HttpRequest } from './http-request.js'

/** What an exchange over HTTP is made from; `call` and `answer` are absent for notifications. */
export interface HttpExchangeOptions {
  readonly request: HttpRequest
  readonly revision: Revision
  readonly client: Peer
  readonly principal: Principal | undefined
  readonly call?: Call | undefined
  readonly answer?: Answer | undefined
  readonly session?: Session | undefined
  readonly ask?: Ask | undefined
  /** Where the revision has it. */
  readonly closeStream?: ((retryMs?: number) => void) | undefined
}

/** The surroundings of one message over HTTP. What costs something is made on first use. */
export class HttpExchange implements Exchange {
  readonly round = 0
  readonly #options: HttpExchangeOptions
  #state: Map<unknown, unknown> | undefined
  #signal: AbortSignal | undefined

  constructor(options: HttpExchangeOptions) {
    this.#options = options
  }

  get revision(): Revision {
    return this.#options.revision
  }

  get client(): Peer {
    return this.#options.client
  }

  get principal(): Principal | undefined {
    return this.#options.principal
  }

  get headers(): Headers {
    return this.#options.request.headers
  }

  get session(): Session | undefined {
    return this.#options.session
  }

  get ask(): Ask | undefined {
    return this.#options.ask
  }

  get state(): Map<unknown, unknown> {
    this.#state ??= new Map()
    return this.#state
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#options.call?.signal ?? new AbortController().signal
    return this.#signal
  }

  notify(message: RpcNotification): void {
    if (this.#options.call?.ended !== true) this.#options.answer?.notify(message)
  }

  get closeStream(): ((retryMs?: number) => void) | undefined {
    return this.#options.closeStream
  }
}
