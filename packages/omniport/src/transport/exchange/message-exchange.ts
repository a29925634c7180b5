import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { InFlightRequest } from '../../jsonrpc/serving/in-flight-request.js'
import type { Ask, Exchange } from '../../protocol/exchange/exchange.js'
import type { Peer, Principal } from '../../protocol/exchange/peer.js'
import type { Session } from '../../protocol/exchange/session.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { OmniportError } from '../../values/errors/omniport-error.js'

/** Who is at the other end, where the transport knows. */
export interface Caller {
  readonly principal?: Principal | undefined
  readonly headers?: (() => Headers) | undefined
}

/** What an exchange is made from; `inFlight` is absent for notifications. */
export interface MessageExchangeOptions {
  readonly revision: Revision
  readonly client: Peer
  readonly caller?: Caller | undefined
  readonly inFlight?: InFlightRequest | undefined
  readonly session?: Session | undefined
  /** Where what belongs to the message goes. */
  readonly send: (message: RpcNotification) => void
  /** Asks the client, whatever becomes of the call. */
  readonly ask?: Ask | undefined
  /** Where the revision has it. */
  readonly closeStream?: ((retryMs?: number) => void) | undefined
}

/** The surroundings of one message, on any transport. Made for every message: what costs something is made on first use. */
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

  notify(message: RpcNotification): void {
    if (this.#options.inFlight?.ended !== true) this.#options.send(message)
  }
}

/**
 * `ask` for the time in which `inFlight` is served: the time that the call may take stands still while a question is out, and
 * a question whose call ends is given up. Afterwards it rejects with `OmniportError` `closed`.
 */
function askDuring(inFlight: InFlightRequest, ask: Ask): Ask {
  return async (message, options = {}) => {
    if (inFlight.ended) throw requestEnded(inFlight)
    const ending = new AbortController()
    let isPending = true
    inFlight.onEnd(() => isPending && ending.abort(requestEnded(inFlight)))
    // That of the call first: it aborts while a cancelled question can still be taken back.
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
