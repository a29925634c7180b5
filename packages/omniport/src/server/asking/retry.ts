import type { RpcError } from '../../jsonrpc/rpc-error.js'
import type { Exchange } from '../../protocol/exchange.js'
import type { RoundState } from './round-state.js'

/** What a modern request brought from the round before. */
export interface Retry {
  /** Undefined: the client sent answers alone. */
  readonly state: RoundState | undefined
  /** By key. */
  readonly responses: ReadonlyMap<string, unknown>
  /** Why it is not served. */
  readonly refusal?: RpcError | undefined
}

const key = Symbol('retry')

/** Keeps what a request brought where the run of its handler finds it. */
export function rememberRetry(exchange: Exchange, retry: Retry): void {
  exchange.state.set(key, retry)
}

export function retryOf(exchange: Exchange): Retry | undefined {
  return exchange.state.get(key) as Retry | undefined // only `rememberRetry` writes it
}
