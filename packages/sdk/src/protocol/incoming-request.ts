import type { Transport } from '../shared/transport.js'
import type { JSONRPCRequest, MessageExtraInfo } from '../types.js'

/** A request of the other side, until it is answered. Its signal is created on first use. */
export class IncomingRequest {
  readonly message: JSONRPCRequest
  /** The transport that the request came on. */
  readonly transport: Transport | undefined
  readonly info: MessageExtraInfo | undefined
  #controller: AbortController | undefined
  #aborted: { readonly reason: unknown } | undefined

  constructor(message: JSONRPCRequest, transport: Transport | undefined, info: MessageExtraInfo | undefined) {
    this.message = message
    this.transport = transport
    this.info = info
  }

  get isAborted(): boolean {
    return this.#aborted !== undefined
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted.reason)
    }
    return this.#controller.signal
  }

  abort(reason?: unknown): void {
    this.#aborted ??= { reason }
    this.#controller?.abort(reason)
  }
}
