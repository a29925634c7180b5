import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from './exchange.js'

/** An exchange of the modern era in which something differs from another one: the number of the round, or what a subclass overrides. */
export class WrappedExchange implements Exchange {
  readonly round: number
  protected readonly inner: Exchange

  constructor(inner: Exchange, round: number) {
    this.inner = inner
    this.round = round
  }

  get signal(): AbortSignal {
    return this.inner.signal
  }

  get revision(): Exchange['revision'] {
    return this.inner.revision
  }

  get client(): Exchange['client'] {
    return this.inner.client
  }

  get principal(): Exchange['principal'] {
    return this.inner.principal
  }

  get sender(): Exchange['sender'] {
    return this.inner.sender
  }

  get headers(): Exchange['headers'] {
    return this.inner.headers
  }

  get state(): Exchange['state'] {
    return this.inner.state
  }

  notify(message: RpcNotification): void {
    this.inner.notify(message)
  }
}
