import type { InFlightRequest } from '../jsonrpc/call.js'
import { OmniportError } from '../jsonrpc/omniport-error.js'
import type { Ask } from '../protocol/exchange.js'

/**
 * `ask` for the time in which `inFlight` is served: the time that the call may take stands still while a question is out, and
 * a question whose call ends is given up. Afterwards it rejects with `OmniportError` `closed`.
 */
export function askDuring(inFlight: InFlightRequest, ask: Ask): Ask {
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
