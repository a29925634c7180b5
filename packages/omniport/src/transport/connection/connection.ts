import type { Clock } from '../../async/runtime/clock.js'
import { cloneMessage } from '../../jsonrpc/messages/clone-message.js'
import { isId } from '../../jsonrpc/messages/is-id.js'
import type { RpcId, RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { InvalidMessage, parseMessage } from '../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { type Control, RpcPeer } from '../../jsonrpc/rpc-peer.js'
import type { InFlightRequest } from '../../jsonrpc/serving/in-flight-request.js'
import { cancellationOf } from '../../protocol/exchange/control.js'
import type { DirectServe, Exchange } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'
import type { MessageSink } from './message-sink.js'
import { type Batch, parseBatch } from './parse-batch.js'

/** What the two ends of a pipe differ in. */
export interface ConnectionOptions {
  readonly sink: MessageSink
  readonly serve: DirectServe
  readonly exchange: (message: RpcRequest | RpcNotification, inFlight: InFlightRequest | undefined) => Exchange
  readonly control: (notification: RpcNotification) => Control | undefined
  /** The revision that unanswerable input is judged by; undefined while none is known. */
  readonly revision: () => Revision | undefined
  readonly clock: Clock
  readonly batch: number
  readonly deadlineMs?: ((request: RpcRequest) => number | undefined) | undefined
  readonly onError: (reason: unknown, message?: RpcRequest | RpcNotification) => void
}

/**
 * One end of a pipe: envelope check, batches where the revision has them, and both directions of JSON-RPC. Takes values, so
 * that a pipe of lines and a pipe of objects are the same from here on.
 */
export class Connection {
  readonly peer: RpcPeer<Exchange>
  readonly #options: ConnectionOptions

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.peer = new RpcPeer({
      send: (message, isQuiet) => options.sink.send(message, isQuiet),
      serve: options.serve,
      exchange: options.exchange,
      control: options.control,
      cancellation: cancellationOf,
      clock: options.clock,
      deadlineMs: options.deadlineMs,
      onError: options.onError,
    })
  }

  /** Takes one value that arrived. Never throws. */
  receive(value: unknown): void {
    if (Array.isArray(value)) {
      this.#receiveBatch(value)
      return
    }
    const message = this.#parse(value)
    if (message !== undefined) this.peer.receive(message)
  }

  /**
   * Says that something arrived which is no message. An error response goes back with `id` where that could be read, else
   * without one where the revision has such a message; else it is only reported on this side. A broken response is never
   * answered: it rejects the question it names.
   */
  receiveBroken(error: RpcError, id: RpcId | null = idOf(error)): void {
    if (this.#failRequest(error)) return
    this.#options.onError(error)
    if (error instanceof InvalidMessage && error.shape === 'response') return
    const revision = this.#options.revision()
    if (id === null && revision !== undefined && !profileOf(revision).idlessErrors) return
    this.#options.sink.send({ jsonrpc: '2.0', id, error: error.toObject() })
  }

  #parse(value: unknown): RpcMessage | undefined {
    try {
      return parseMessage(value)
    } catch (reason) {
      const invalid = reason as InvalidMessage // parseMessage throws nothing else
      this.receiveBroken(invalid)
      return undefined
    }
  }

  /** Whether it was the answer to a question of this side. */
  #failRequest(error: RpcError): boolean {
    if (!(error instanceof InvalidMessage) || error.shape === 'question' || error.id === null) return false
    return this.peer.failRequest(error.id, error)
  }

  /** spec: 2025-03-26 basic/index#batching */
  #receiveBatch(values: readonly unknown[]): void {
    const revision = this.#options.revision()
    try {
      if (revision === undefined || !profileOf(revision).batch) throw RpcError.invalidRequest('Batches are not allowed')
      this.#dispatchBatch(parseBatch(values, this.#options.batch))
    } catch (reason) {
      this.#refuseBatch(values, RpcError.from(reason))
    }
  }

  /** One answer holds the responses to everything in the batch that gets one, when the last of it ended. */
  #dispatchBatch({ messages, broken }: Batch): void {
    const responses = broken.flatMap((error) => this.#responsesToBroken(error))
    let open = messages.filter((message) => 'method' in message && 'id' in message).length
    const flush = () => {
      if (open === 0 && responses.length > 0) this.#options.sink.send(responses)
    }
    const reply = (response: RpcResponse) => {
      responses.push(cloneMessage(response) as RpcResponse) // what JSON cannot carry must not take the others along
    }
    const onEnd = () => {
      open -= 1
      flush()
    }
    if (open === 0) flush()
    for (const message of messages) this.peer.receive(message, reply, onEnd)
  }

  /** The revision with batches has no error without an id. */
  #responsesToBroken(error: InvalidMessage): RpcResponse[] {
    if (this.#failRequest(error)) return []
    this.#options.onError(error)
    return error.shape === 'response' || error.id === null
      ? []
      : [{ jsonrpc: '2.0', id: error.id, error: error.toObject() }]
  }

  /** Nobody is left waiting: every request in a batch that is refused gets the refusal. */
  #refuseBatch(values: readonly unknown[], error: RpcError): void {
    const requests = values.filter((value) => isObject(value) && typeof value['method'] === 'string')
    const ids = new Set(requests.map((value) => (value as { id?: unknown }).id).filter(isId))
    if (ids.size === 0) this.receiveBroken(error)
    for (const id of [...ids].slice(0, this.#options.batch)) this.receiveBroken(error, id)
  }
}

function idOf(error: RpcError): RpcId | null {
  return error instanceof InvalidMessage ? error.id : null
}
