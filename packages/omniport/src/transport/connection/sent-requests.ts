import type { Clock } from '../../async/runtime/clock.js'
import type { RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { Pending, type PendingOptions } from '../../jsonrpc/pending.js'
import { cancellationOf } from '../../protocol/exchange/control.js'
import type { MessageSink } from './message-sink.js'

/** The requests that this side sends over a connection. Every one settles. */
export class SentRequests {
  readonly pending: Pending
  readonly #sink: MessageSink

  constructor(sink: MessageSink, clock: Clock) {
    this.pending = new Pending(clock)
    this.#sink = sink
  }

  /**
   * Sends a request and settles with its response, be it a result or an error.
   *
   * Rejects with the signal's reason, with `OmniportError` `timeout`, or with what `pending.closeAll` was given. On abort and
   * timeout the other side is informed.
   */
  request(request: RpcRequest, options: PendingOptions = {}): Promise<RpcResponse> {
    try {
      return this.#request(request, options)
    } catch (reason) {
      return Promise.reject(reason)
    }
  }

  /** Returns the promise of the response itself. @throws what `request` rejects with before anything is sent. */
  #request(request: RpcRequest, options: PendingOptions): Promise<RpcResponse> {
    options.signal?.throwIfAborted()
    const response = this.pending.add(request.id, options, (reason) => {
      const cancellation = cancellationOf(request, reason)
      if (cancellation !== undefined) this.#sink.send(cancellation)
    })
    try {
      this.#sink.send(request, options)
    } catch (problem) {
      this.pending.fail(request.id, problem)
    }
    return response
  }
}
