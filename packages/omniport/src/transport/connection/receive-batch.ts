import { cloneMessage } from '../../jsonrpc/messages/clone-message.js'
import type { RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import { Slots } from '../../jsonrpc/serving/slots.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import type { Connection } from './connection.js'
import type { MessageSink } from './message-sink.js'
import { type Batch, type BatchRules, idsInBatch, parseBatch } from './parse-batch.js'

export interface BatchOptions extends BatchRules {
  readonly sink: MessageSink
  /** The number of requests of a batch that may begin now; the others wait for these. Default: all. */
  readonly freeSlots?: number | undefined
}

/** Takes a batch that arrived over a connection. Never throws. spec: 2025-03-26 basic/index#batching */
export function receiveBatch(connection: Connection, values: readonly unknown[], options: BatchOptions): void {
  const { revision } = connection
  try {
    if (revision === undefined || !profileOf(revision).batch) throw RpcError.invalidRequest('Batches are not allowed')
    dispatchBatch(connection, parseBatch(values, options), options)
  } catch (reason) {
    refuseBatch(connection, values, { error: RpcError.from(reason), limit: options.limit })
  }
}

/** Sends the responses to a batch as one array, when the last of its requests has ended. */
function dispatchBatch(connection: Connection, { messages, broken }: Batch, { sink, freeSlots }: BatchOptions): void {
  const responses: RpcResponse[] = []
  const slots = freeSlots === undefined ? undefined : new Slots(Math.max(1, freeSlots))
  let openCount = 1 + messages.filter(isRequestMessage).length
  // A clone, since one response that JSON cannot carry would take the others with it.
  const reply = (response: RpcResponse) => void responses.push(cloneMessage(response) as RpcResponse)
  const onEnd = () => {
    openCount -= 1
    if (openCount === 0 && responses.length > 0) sink.send(responses)
  }
  for (const error of broken) connection.receiveBroken(error, error.id, reply)
  for (const message of messages) connection.dispatch(message, { reply, onEnd, slots })
  onEnd()
}

interface Refusal {
  readonly error: RpcError
  readonly limit: number
}

/** Every request in a batch that is refused gets the error, so that no caller is left waiting. */
function refuseBatch(connection: Connection, values: readonly unknown[], { error, limit }: Refusal): void {
  const ids = idsInBatch(values)
  if (ids.length === 0) connection.receiveBroken(error)
  for (const id of ids.slice(0, limit)) connection.receiveBroken(error, id)
}
