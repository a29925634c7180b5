import type { Call } from '../jsonrpc/call.js'
import { OmniportError } from '../jsonrpc/omniport-error.js'
import type { Ask } from '../protocol/exchange.js'

/**
 * `ask` for the time in which `call` is served: the time that the call may take stands still while a question is out, and
 * a question whose call ends is given up. Afterwards it rejects with `OmniportError` `closed`.
 */
export function askWithin(call: Call, ask: Ask): Ask {
  return async (message, options = {}) => {
    if (call.ended) throw callEnded(call)
    const over = new AbortController()
    let isOut = true
    call.onEnd(() => isOut && over.abort(callEnded(call)))
    // That of the call first: it aborts while a cancelled question can still be taken back.
    const signals = [call.signal, over.signal, ...(options.signal === undefined ? [] : [options.signal])]
    const release = call.hold()
    try {
      return await ask(message, { ...options, signal: AbortSignal.any(signals) })
    } finally {
      isOut = false
      release()
    }
  }
}

function callEnded({ request }: Call): OmniportError {
  return new OmniportError('closed', `${request.method} is over: nothing more can be asked`)
}
