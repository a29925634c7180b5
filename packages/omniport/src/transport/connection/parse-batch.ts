import { isId } from '../../jsonrpc/messages/is-id.js'
import type { RpcId, RpcMessage } from '../../jsonrpc/messages/messages.js'
import { type InvalidMessage, parseMessage } from '../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isObject } from '../../values/json/is-object.js'

/** A parsed batch: the messages to dispatch, and the errors of the other elements. */
export interface Batch {
  readonly messages: readonly RpcMessage[]
  readonly broken: readonly InvalidMessage[]
}

export interface BatchRules {
  /** The number of messages that a batch may hold. */
  readonly limit: number
  /** True: responses may stand beside other messages, as some servers send them. Default: they stand alone. */
  readonly mayMix?: boolean | undefined
}

/**
 * Parses all of a batch before anything in it is dispatched. spec: 2025-03-26 basic/index#batching
 * @throws RpcError -32600 when it is empty, too long, holds `initialize`, mixes responses with anything else, or names an id twice.
 */
export function parseBatch(values: readonly unknown[], { limit, mayMix = false }: BatchRules): Batch {
  if (values.length === 0) throw RpcError.invalidRequest('A batch must not be empty')
  if (values.length > limit) throw RpcError.invalidRequest(`A batch holds at most ${limit} messages`)
  const messages: RpcMessage[] = []
  const broken: InvalidMessage[] = []
  for (const value of values) {
    try {
      messages.push(parseMessage(value))
    } catch (reason) {
      broken.push(reason as InvalidMessage) // parseMessage throws nothing else
    }
  }
  checkTogether(messages, mayMix)
  return { messages, broken }
}

/** The ids of the requests in a batch that was not parsed. */
export function idsInBatch(values: readonly unknown[]): RpcId[] {
  const requests = values.filter((value) => isObject(value) && typeof value['method'] === 'string')
  return [...new Set(requests.map((value) => (value as { id?: unknown }).id).filter(isId))]
}

function checkTogether(messages: readonly RpcMessage[], mayMix: boolean): void {
  const nonResponses = messages.filter((message) => 'method' in message)
  if (!mayMix && nonResponses.length > 0 && nonResponses.length < messages.length) {
    throw RpcError.invalidRequest('A batch holds requests and notifications, or responses, not both')
  }
  const ids = new Set<RpcId>()
  for (const message of nonResponses) {
    if (message.method === 'initialize') throw RpcError.invalidRequest('initialize must not be part of a batch')
    if (!('id' in message)) continue
    if (ids.has(message.id))
      throw RpcError.invalidRequest(`The id ${JSON.stringify(message.id)} stands twice in the batch`)
    ids.add(message.id)
  }
}
