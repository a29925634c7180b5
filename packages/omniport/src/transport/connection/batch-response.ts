import { cloneMessage } from '../../jsonrpc/messages/clone-message.js'
import type { RpcMessage, RpcResponse } from '../../jsonrpc/messages/messages.js'
import type { InvalidMessage } from '../../jsonrpc/messages/parse-message.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import type { MessageSink } from './message-sink.js'

/** The response to a batch: one array with the responses to its requests, sent when the last of them has ended. */
export class BatchResponse {
  readonly #sink: MessageSink
  readonly #responses: RpcResponse[]
  #openCount: number

  constructor(sink: MessageSink, messages: readonly RpcMessage[], broken: readonly InvalidMessage[]) {
    this.#sink = sink
    this.#responses = broken.flatMap(toResponses)
    this.#openCount = messages.filter(isRequestMessage).length
    this.#sendIfComplete()
  }

  /** Clones, since one response that JSON cannot carry would take the others with it. @throws TypeError for such a one. */
  readonly add = (response: RpcResponse): void => {
    this.#responses.push(cloneMessage(response) as RpcResponse)
  }

  readonly onRequestEnd = (): void => {
    this.#openCount -= 1
    this.#sendIfComplete()
  }

  #sendIfComplete(): void {
    if (this.#openCount === 0 && this.#responses.length > 0) this.#sink.send(this.#responses)
  }
}

/** The revision with batches has no error without an id. */
function toResponses(error: InvalidMessage): RpcResponse[] {
  if (error.shape === 'response' || error.id === null) return []
  return [{ jsonrpc: '2.0', id: error.id, error: error.toObject() }]
}
