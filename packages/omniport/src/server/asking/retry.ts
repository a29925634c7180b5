import { isObject } from '../../jsonrpc/is-object.js'
import type { RpcParams, RpcRequest } from '../../jsonrpc/messages.js'
import { RpcError } from '../../jsonrpc/rpc-error.js'
import type { Exchange } from '../../protocol/exchange.js'
import { isLegacy } from '../../protocol/profile.js'
import type { RoundState } from './round-state.js'

/** What a modern request brought from the round before. */
export interface Retry {
  /** Undefined: the client sent answers alone. */
  readonly state: RoundState | undefined
  /** By key. */
  readonly responses: ReadonlyMap<string, unknown>
}

/** The methods that may ask for input. spec: basic/patterns/mrtr#supported-requests */
const askingMethods: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read'])

/** Whether a request says that it answers an earlier round. */
export function isRetry({ method, params }: RpcRequest, { revision }: Exchange): boolean {
  if (params === undefined || isLegacy(revision) || !askingMethods.has(method)) return false
  return params['inputResponses'] !== undefined || params['requestState'] !== undefined
}

/** The answers of a retry. @throws RpcError -32602 when they are not an object. spec: basic/patterns/mrtr#error-handling */
export function responsesOf(params: RpcParams = {}): ReadonlyMap<string, unknown> {
  const responses = params['inputResponses']
  if (responses === undefined) return new Map()
  if (!isObject(responses)) throw RpcError.invalidParams('inputResponses must be an object')
  return new Map(Object.entries(responses))
}

const key = Symbol('retry')

/** Keeps what a request brought where the run of its handler finds it. */
export function rememberRetry(exchange: Exchange, retry: Retry): void {
  exchange.state.set(key, retry)
}

export function retryOf(exchange: Exchange): Retry | undefined {
  return exchange.state.get(key) as Retry | undefined // only `rememberRetry` writes it
}
