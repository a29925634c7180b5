import { isId } from '../../../jsonrpc/messages/is-id.js'
import type { RpcId } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { DuplexConnection } from '../../../transport/connection/duplex-connection.js'
import { isObject } from '../../../values/json/is-object.js'
import { RequestLost } from '../../requests/request-lost.js'
import type { HttpEndpoint } from '../http-endpoint.js'
import { responseInRefusal } from '../http-status-error.js'
import type { HttpReply, ReadRaw } from '../outbound-http-request.js'
import type { ReceivedEvent } from '../read-events.js'
import { noResponseError, parseEvent, toOwnMessage } from '../received-messages.js'
import type { AnswersUnderWay } from './answers-under-way.js'

/** The connection that gets what a reply or a stream holds. */
export interface ReplyDestination {
  readonly endpoint: HttpEndpoint
  readonly connection: DuplexConnection
  /** The request that a stream belongs to: it gets an error without an id. Default: the only request in flight gets it. */
  readonly id?: RpcId | undefined
  /** While there are too many of them, nothing is read. */
  readonly answers: AnswersUnderWay
  /** Returns false for an event that was received before. Default: all events are new. */
  readonly accept?: ((event: ReceivedEvent) => boolean) | undefined
  /** Called with the id of each request of the server, before the connection gets it. */
  readonly onInputRequest?: ((id: RpcId) => void) | undefined
}

/** Passes the response in a reply to the connection. @throws OmniportError `invalid_result` for any other reply. */
export function receiveResponse(
  reply: Exclude<HttpReply, { readonly type: 'events' }>,
  id: RpcId,
  { endpoint, connection }: ReplyDestination,
): void {
  if (reply.type === 'empty') throw noResponseError(endpoint, reply.what)
  connection.receive(toOwnMessage(reply.value, endpoint, id))
  if (connection.isPending(id)) throw noResponseError(endpoint, 'the answer to something else')
}

/** Passes the messages in a stream to the connection, until it ends or breaks. */
export async function receiveEvents(events: AsyncIterable<ReceivedEvent>, to: ReplyDestination): Promise<void> {
  try {
    for await (const event of events) {
      receiveEvent(event, to)
      if (to.answers.isFull) await to.answers.capacity()
    }
  } catch (reason) {
    if (!(reason instanceof RequestLost)) throw reason
  }
}

function receiveEvent(
  event: ReceivedEvent,
  { endpoint, connection, id, accept, onInputRequest }: ReplyDestination,
): void {
  if (accept?.(event) === false) return
  try {
    const value = parseEvent(event, endpoint, rawReaderOf(endpoint, connection))
    if (value === undefined) return
    if (isObject(value) && typeof value['method'] === 'string' && isId(value['id'])) onInputRequest?.(value['id'])
    endpoint.onDelivery(id)
    connection.receive(toOwnMessage(value, endpoint, id))
  } catch (reason) {
    connection.receiveBroken(RpcError.from(reason))
  } finally {
    endpoint.onDelivery(undefined)
  }
}

/** The reader of responses to requests that take results as bytes. Undefined: all are parsed. */
export function rawReaderOf({ readRaw }: HttpEndpoint, { acceptsRaw }: DuplexConnection): ReadRaw | undefined {
  return readRaw && ((bytes) => readRaw(bytes, acceptsRaw))
}

/** Settles the request `id` that could not be sent or was refused: with the JSON-RPC error of the refusal, or with `reason`. */
export function rejectRequest(reason: unknown, id: RpcId, connection: DuplexConnection): void {
  const response = responseInRefusal(reason, id, connection.revision)
  if (response !== undefined) connection.receive(response)
  connection.failRequest(id, reason)
}
