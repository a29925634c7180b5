import type { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
import type { RequestState } from './request-state.js'

/** What a modern request brought from the round before. */
export interface RetryPayload {
  /** Undefined: the client sent answers alone. */
  readonly state: RequestState | undefined
  /** By key. */
  readonly responses: ReadonlyMap<string, unknown>
  /** Why it is not served. */
  readonly refusal?: RpcError | undefined
}

const key = Symbol('retry')

/** Keeps what a request brought where the run of its handler finds it. */
export function storeRetryPayload(exchange: Exchange, retry: RetryPayload): void {
  exchange.state.set(key, retry)
}

export function retryPayloadOf(exchange: Exchange): RetryPayload | undefined {
  return exchange.state.get(key) as RetryPayload | undefined // only `storeRetryPayload` writes it
}
