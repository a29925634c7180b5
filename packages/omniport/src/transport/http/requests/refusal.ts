import type { RpcId, RpcMessage } from '../../../jsonrpc/messages/messages.js'
import { InvalidMessage } from '../../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { HttpError } from './http-error.js'
import type { HttpHeaders } from './http-request.js'
import { statusOfError } from './status-of.js'

/** How a request is answered that is refused before it is served. */
export interface Refusal {
  readonly status: number
  readonly headers: HttpHeaders
  /** A JSON-RPC error response, without an id where that could not be read or was not looked for. */
  readonly body: string
  /** What went wrong on this side. */
  readonly problem?: unknown
}

/** Anything thrown while a request was looked at, and the message it was about as far as that is known. */
export function toRefusal(reason: unknown, message: RpcMessage | undefined): Refusal {
  if (reason instanceof HttpError)
    return refuse(reason.status, reason.error, { headers: reason.headers, id: idOf(message) })
  if (reason instanceof InvalidMessage) return refuse(400, reason, { id: idToAnswer(reason) })
  if (RpcError.is(reason)) return refuse(statusOfRefusal(reason), reason, { id: idOf(message) })
  return { ...refuse(500, RpcError.internal(), { id: idOf(message) }), problem: reason }
}

function statusOfRefusal({ code }: RpcError): number {
  return statusOfError(code) ?? (code === -32603 ? 500 : 400)
}

function refuse(
  status: number,
  error: RpcError,
  { id, headers = {} }: { readonly id: RpcId | null; readonly headers?: HttpHeaders },
): Refusal {
  const body = JSON.stringify({ jsonrpc: '2.0', ...(id !== null && { id }), error: error.toObject() })
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body }
}

/** Whoever sent a broken response would take an answer with its id for one to a question of its own. */
function idToAnswer({ id, shape }: InvalidMessage): RpcId | null {
  return shape === 'response' ? null : id
}

function idOf(message: RpcMessage | undefined): RpcId | null {
  return message !== undefined && 'method' in message && 'id' in message ? message.id : null
}
