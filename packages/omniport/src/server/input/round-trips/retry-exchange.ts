import type { RpcNotification } from '../../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'

/** An exchange of the modern era with the number of its round. */
export class RetryExchange implements Exchange {
  readonly round: number
  readonly #exchange: Exchange

  constructor(exchange: Exchange, round: number) {
    this.#exchange = exchange
    this.round = round
  }

  get signal(): AbortSignal {
    return this.#exchange.signal
  }

  get revision(): Exchange['revision'] {
    return this.#exchange.revision
  }

  get client(): Exchange['client'] {
    return this.#exchange.client
  }

  get principal(): Exchange['principal'] {
    return this.#exchange.principal
  }

  get sender(): Exchange['sender'] {
    return this.#exchange.sender
  }

  get headers(): Exchange['headers'] {
    return this.#exchange.headers
  }

  get state(): Exchange['state'] {
    return this.#exchange.state
  }

  notify(message: RpcNotification): void {
    this.#exchange.notify(message)
  }
}
