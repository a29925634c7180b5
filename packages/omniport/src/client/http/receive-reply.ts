import { isId } from '../../jsonrpc/messages/is-id.js'
import type { RpcId } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { DuplexConnection } from '../../transport/connection/duplex-connection.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import { formatAddress, type HttpEndpoint } from './http-endpoint.js'
import { HttpStatusError } from './http-status-error.js'
import type { HttpReply } from './outbound-http-request.js'
import { parseReceivedJson } from './parse-received-json.js'
import type { ReceivedEvent } from './read-events.js'

/** Whose answer is taken, and where it goes. */
export interface ReplyDestination {
  readonly endpoint: HttpEndpoint
  readonly connection: DuplexConnection
  /** Undefined: the reply answers nothing in particular. */
  readonly id?: RpcId | undefined
  /** Whether an event is to be taken. Default: all are. */
  readonly accept?: ((event: ReceivedEvent) => boolean) | undefined
  /** Told of each request of the server in an event, before it is handed over. */
  readonly onInputRequest?: ((id: RpcId) => void) | undefined
}

/**
 * Hands what a reply holds to the pipe, message by message. Settles when the reply is over.
 *
 * spec: basic/transports/streamable-http#sending-messages
 *
 * Rejects with OmniportError `invalid_result` for a reply that holds no answer, or what reading it rejects with.
 */
export async function receiveReply(reply: HttpReply, to: ReplyDestination): Promise<void> {
  if (reply.type === 'none') throw noResponseError(to, reply.what)
  if (reply.type === 'events') {
    for await (const event of reply.events) receiveEvent(event, to)
    return
  }
  to.connection.receive(withRequestId(reply.value, to))
  if (to.id !== undefined && to.connection.isPending(to.id)) throw noResponseError(to, 'the answer to something else')
}

/** Hands over the message in an event; an event without data, or of another type, holds none. */
export function receiveEvent(
  event: ReceivedEvent,
  { endpoint, connection, id, accept, onInputRequest }: ReplyDestination,
): void {
  const isNew = accept?.(event) ?? true
  if (!isNew || event.data === '' || event.type !== 'message') return
  try {
    const value = parseReceivedJson(encoder.encode(event.data), endpoint.limits)
    if (isObject(value) && typeof value['method'] === 'string' && isId(value['id'])) onInputRequest?.(value['id'])
    connection.receive(withRequestId(value, { endpoint, id }))
  } catch (reason) {
    connection.receiveBroken(RpcError.from(reason))
  }
}

/**
 * Rejects the question `id`, or answers it where the server refused it with an error of JSON-RPC: that decides nothing while
 * it is not known what the server is, if its status decides nothing. That credentials are wanted is told by the status whatever
 * the error.
 */
export function rejectRequest(reason: unknown, { connection, id }: ReplyDestination & { readonly id: RpcId }): void {
  if (reason instanceof HttpStatusError && reason.error !== undefined && reason.code !== 'unauthorized') {
    const decides = connection.revision !== undefined || !reason.isUndecided
    if (decides) connection.receive({ jsonrpc: '2.0', id, error: reason.error })
  }
  connection.failRequest(id, reason)
}

const encoder = new TextEncoder()

/** An error without an id, in reply to one question, is about that question. None repeats what was sent in secret. */
function withRequestId(given: unknown, { endpoint, id }: Pick<ReplyDestination, 'endpoint' | 'id'>): unknown {
  const value = endpoint.secrets.cleanMessage(given)
  if (id === undefined || !isObject(value) || value['error'] === undefined) return value
  return value['id'] === undefined || value['id'] === null ? { ...value, id } : value
}

function noResponseError({ endpoint }: ReplyDestination, what: string): OmniportError {
  return new OmniportError('invalid_result', `${formatAddress(endpoint.url)} gave no answer but ${what}`)
}
