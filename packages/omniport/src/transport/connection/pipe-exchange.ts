import type { Call } from '../../jsonrpc/call.js'
import type { RpcNotification } from '../../jsonrpc/messages.js'
import type { Ask, Exchange } from '../../protocol/exchange.js'
import type { Peer, Principal } from '../../protocol/peer.js'
import type { Revision } from '../../protocol/revision.js'
import type { Session } from '../../protocol/session.js'

/** Who is at the other end of a pipe, where its transport knows. */
export interface Caller {
  readonly principal?: Principal | undefined
  readonly headers?: (() => Headers) | undefined
}

/** What an exchange on a pipe is made from; `call` is absent for notifications. */
export interface PipeExchangeOptions {
  readonly caller?: Caller | undefined
  readonly call: Call | undefined
  readonly revision: Revision
  readonly client: Peer
  readonly session: Session | undefined
  readonly send: (message: RpcNotification) => void
  readonly ask: Ask | undefined
}

/** The surroundings of one message on a pipe. Made for every message: what costs something is made on first use. */
export class PipeExchange implements Exchange {
  readonly round = 0
  readonly #options: PipeExchangeOptions
  #state: Map<unknown, unknown> | undefined
  #signal: AbortSignal | undefined

  constructor(options: PipeExchangeOptions) {
    this.#options = options
  }

  get revision(): Revision {
    return this.#options.revision
  }

  get client(): Peer {
    return this.#options.client
  }

  get principal(): Principal | undefined {
    return this.#options.caller?.principal
  }

  get headers(): Headers | undefined {
    return this.#options.caller?.headers?.()
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
    if (this.#options.call?.ended !== true) this.#options.send(message)
  }
}
