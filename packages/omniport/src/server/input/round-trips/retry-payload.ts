import type { RpcNotification, RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
import { isLegacy } from '../../../protocol/revisions/revision-profile.js'
import type { LazyInputService } from '../lazy-input-service.js'
import type { RequestState } from './request-state.js'
import { RetryExchange } from './retry-exchange.js'

/** The state and the answers that a modern request carries from the round before. */
export interface RetryPayload {
  /** Undefined: the client sent answers alone. */
  readonly state: RequestState | undefined
  /** By key. */
  readonly responses: ReadonlyMap<string, unknown>
  /** Present for a payload that is not valid: the error to answer with. */
  readonly refusal?: RpcError | undefined
}

const key = Symbol('retry')

/** The methods that may ask for input. spec: basic/patterns/mrtr#supported-requests */
const inputMethods: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read'])

/** True if a request answers an earlier round. */
export function isRetry(message: RpcRequest | RpcNotification, { revision }: Exchange): message is RpcRequest {
  const { method, params } = message
  if (params === undefined || isLegacy(revision) || !isRequestMessage(message) || !inputMethods.has(method))
    return false
  return params['inputResponses'] !== undefined || params['requestState'] !== undefined
}

/**
 * Creates the exchange of a retry, which has the number of its round. The retry payload is checked before middleware runs; a
 * bad one is rejected after it, so that middleware sees the attempt.
 */
export async function openRetry(message: RpcRequest, exchange: Exchange, input: LazyInputService): Promise<Exchange> {
  const { roundTrips } = await input.load()
  const retry = await roundTrips.open(message, exchange).catch(toRejectedRetry)
  exchange.state.set(key, retry)
  return new RetryExchange(exchange, retry.state?.round ?? 0)
}

export function retryPayloadOf(message: RpcRequest, exchange: Exchange): RetryPayload | undefined {
  return isRetry(message, exchange) ? (exchange.state.get(key) as RetryPayload) : undefined // `openRetry` was first
}

function toRejectedRetry(reason: unknown): RetryPayload {
  return { state: undefined, responses: new Map(), refusal: RpcError.from(reason) }
}
