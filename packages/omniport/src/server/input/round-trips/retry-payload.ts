import type { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
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

/** Stores the payload of a request for the run of its handler. */
export function storeRetryPayload(exchange: Exchange, retry: RetryPayload): void {
  exchange.state.set(key, retry)
}

export function findRetryPayload(exchange: Exchange): RetryPayload | undefined {
  return exchange.state.get(key) as RetryPayload | undefined // only `storeRetryPayload` writes it
}
