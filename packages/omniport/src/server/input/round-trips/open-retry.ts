import type { RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
import { isLegacy } from '../../../protocol/revisions/revision-profile.js'
import type { LazyInputService } from '../lazy-input-service.js'
import { RetryExchange } from './retry-exchange.js'
import { type RetryPayload, storeRetryPayload } from './retry-payload.js'

/** The methods that may ask for input. spec: basic/patterns/mrtr#supported-requests */
const inputMethods: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read'])

/** Whether a request says that it answers an earlier round. */
export function isRetry({ method, params }: RpcRequest, { revision }: Exchange): boolean {
  if (params === undefined || isLegacy(revision) || !inputMethods.has(method)) return false
  return params['inputResponses'] !== undefined || params['requestState'] !== undefined
}

/**
 * The exchange of a retry, which knows its round. What it brought is looked at before middleware runs, and refused after:
 * middleware is to see who tries.
 */
export async function openRetry(message: RpcRequest, exchange: Exchange, input: LazyInputService): Promise<Exchange> {
  const { roundTrips } = await input.load()
  const retry = await roundTrips.open(message, exchange).catch(toRejectedRetry)
  storeRetryPayload(exchange, retry)
  return new RetryExchange(exchange, retry.state?.round ?? 0)
}

function toRejectedRetry(reason: unknown): RetryPayload {
  return { state: undefined, responses: new Map(), refusal: RpcError.from(reason) }
}
