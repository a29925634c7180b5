import type { RpcNotification, RpcRequest } from '../../../jsonrpc/messages/messages.js'
import type { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
import { hasRetryParams, inputMethods } from '../../../protocol/methods/input-methods.js'
import { isLegacy } from '../../../protocol/revisions/revision-profile.js'
import type { RequestState } from './request-state.js'

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

/** True if a request answers an earlier round. */
export function isRetry(message: RpcRequest | RpcNotification, { revision }: Exchange): message is RpcRequest {
  const { method, params } = message
  if (params === undefined || isLegacy(revision) || !isRequestMessage(message) || !inputMethods.has(method))
    return false
  return hasRetryParams(params)
}

/** Stores the payload of a request for the run of its handler. */
export function storeRetryPayload(exchange: Exchange, retry: RetryPayload): void {
  exchange.state.set(key, retry)
}

export function findRetryPayload(message: RpcRequest, exchange: Exchange): RetryPayload | undefined {
  if (!isRetry(message, exchange)) return undefined
  return exchange.state.get(key) as RetryPayload | undefined // only `storeRetryPayload` writes it
}
