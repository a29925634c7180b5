import type { Exchange } from '../../protocol/exchange/exchange.js'
import { encodeHeaderValue } from '../../protocol/headers/header-value.js'
import { type ParamHeader, paramHeadersIn, paramValue } from '../../protocol/headers/param-headers.js'
import { requestHeaders } from '../../protocol/headers/request-headers.js'
import type { Tool } from '../../protocol/model/tool.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { RetryExchange } from '../../server/input/round-trips/retry-exchange.js'

/**
 * The exchange of a call that another tool makes: over HTTP its headers repeat the arguments that the called tool marks, as its
 * client would have done. Legacy requests need not.
 *
 * spec: basic/transports/streamable-http#client-behavior
 */
export function mirrorArguments(exchange: Exchange, { inputSchema }: Tool, args: unknown): Exchange {
  if (exchange.headers === undefined || isLegacy(exchange.revision)) return exchange
  const marked = paramHeadersIn(inputSchema)
  return marked.length === 0 ? exchange : new MirroredExchange(exchange, marked, args)
}

class MirroredExchange extends RetryExchange {
  readonly #headers: Headers

  constructor(exchange: Exchange, marked: readonly ParamHeader[], args: unknown) {
    super(exchange, exchange.round)
    this.#headers = new Headers(exchange.headers)
    for (const header of marked) {
      const value = paramValue(header, args)
      if (value !== undefined) this.#headers.set(requestHeaders.param + header.name, encodeHeaderValue(value))
    }
  }

  override get headers(): Headers {
    return this.#headers
  }
}
