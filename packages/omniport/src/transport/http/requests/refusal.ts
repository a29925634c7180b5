import type { RpcId, RpcMessage } from '../../../jsonrpc/messages/messages.js'
import { InvalidMessage } from '../../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { retryAfterOf } from '../../../protocol/errors/rate-limited.js'
import { isServerFull } from '../../../protocol/errors/server-full.js'
import { HttpError } from './http-error.js'
import type { HttpHeaders } from './http-request.js'
import { statusOfError } from './status-of.js'

/** The reply to a request that is refused before it is served. */
export interface Refusal {
  readonly status: number
  readonly headers: HttpHeaders
  /** A JSON-RPC error response, without an id if none was read. */
  readonly body: string
  /** The error that has to be logged, because the fault is on this side. */
  readonly problem?: unknown
}

/** Converts an error that was thrown before the request was served. `message` is its message, if that was parsed. */
export function toRefusal(reason: unknown, message: RpcMessage | undefined): Refusal {
  if (reason instanceof HttpError)
    return refuse(reason.status, reason.error, { headers: reason.headers, id: idOf(message) })
  if (reason instanceof InvalidMessage) return refuse(400, reason, { id: idToAnswer(reason) })
  if (RpcError.is(reason)) return refuseError(reason, idOf(message))
  return { ...refuse(500, RpcError.internal(), { id: idOf(message) }), problem: reason }
}

function refuseError(reason: RpcError, id: RpcId | null): Refusal {
  const seconds = retryAfterOf(reason.toObject())
  if (seconds === undefined) return refuse(statusOfRefusal(reason), reason, { id })
  const status = isServerFull(reason.toObject()) ? 503 : 429
  return refuse(status, reason, { id, headers: { 'retry-after': `${seconds}` } })
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

/** The id of a broken response is left out: the client could take the error for the response to a request of its own. */
function idToAnswer({ id, shape }: InvalidMessage): RpcId | null {
  return shape === 'response' ? null : id
}

function idOf(message: RpcMessage | undefined): RpcId | null {
  return message !== undefined && 'method' in message && 'id' in message ? message.id : null
}
