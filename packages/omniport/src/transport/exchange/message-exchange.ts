import type { RpcId, RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { InFlightRequest } from '../../jsonrpc/serving/in-flight-request.js'
import type { Ask, Exchange } from '../../protocol/exchange/exchange.js'
import type { Peer, Principal } from '../../protocol/exchange/peer.js'
import type { Session } from '../../protocol/exchange/session.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { OmniportError } from '../../values/errors/omniport-error.js'

/** The other end, as far as the transport knows it. */
export interface Caller {
  readonly principal?: Principal | undefined
  readonly sender: string | symbol
  readonly headers?: (() => Headers) | undefined
}

export interface MessageExchangeOptions {
  readonly revision: Revision
  readonly client: Peer
  readonly caller?: Caller | undefined
  readonly inFlight?: InFlightRequest | undefined
  readonly session?: Session | undefined
  /** `id` is that of the request that the message belongs to. */
  readonly send: (message: RpcNotification, id?: RpcId) => void
  /** Sends a request to the client; it may outlast the message. */
  readonly ask?: Ask | undefined
  readonly closeStream?: ((retryMs?: number) => void) | undefined
}

/** The context of one message, on any transport. Created for every message, so its costly parts are created on first use. */
export class MessageExchange implements Exchange {
  readonly round = 0
  readonly #options: MessageExchangeOptions
  #state: Map<unknown, unknown> | undefined
  #signal: AbortSignal | undefined
  #ask: Ask | undefined

  constructor(options: MessageExchangeOptions) {
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

  get sender(): string | symbol | undefined {
    return this.#options.caller?.sender
  }

  get headers(): Headers | undefined {
    return this.#options.caller?.headers?.()
  }

  get session(): Session | undefined {
    return this.#options.session
  }

  get ask(): Ask | undefined {
    const { ask, inFlight } = this.#options
    if (ask === undefined || inFlight === undefined) return undefined
    this.#ask ??= askDuring(inFlight, ask)
    return this.#ask
  }

  get closeStream(): ((retryMs?: number) => void) | undefined {
    return this.#options.closeStream
  }

  get state(): Map<unknown, unknown> {
    this.#state ??= new Map()
    return this.#state
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#options.inFlight?.signal ?? new AbortController().signal
    return this.#signal
  }

  onAbort(fn: (reason: unknown) => void): void {
    this.#options.inFlight?.onAbort(fn)
  }

  notify(message: RpcNotification): void {
    const { inFlight, send } = this.#options
    if (inFlight?.ended !== true) send(message, inFlight?.request.id)
  }
}

/**
 * Limits `ask` to the time in which `inFlight` is served: it pauses the deadline of `inFlight`, and is cancelled when that
 * ends. Afterwards it rejects with `OmniportError` `closed`.
 */
function askDuring(inFlight: InFlightRequest, ask: Ask): Ask {
  return async (message, options = {}) => {
    if (inFlight.ended) throw requestEnded(inFlight)
    const ending = new AbortController()
    let isPending = true
    inFlight.onEnd(() => isPending && ending.abort(requestEnded(inFlight)))
    // The signal of the request comes first: it aborts while the cancellation can still be sent.
    const signals = [inFlight.signal, ending.signal, ...(options.signal === undefined ? [] : [options.signal])]
    const release = inFlight.pauseDeadline()
    try {
      return await ask(message, { ...options, signal: AbortSignal.any(signals) })
    } finally {
      isPending = false
      release()
    }
  }
}

function requestEnded({ request }: InFlightRequest): OmniportError {
  return new OmniportError('closed', `${request.method} is over: nothing more can be asked`)
}
