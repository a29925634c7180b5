import type { RpcNotification, RpcParams, RpcRequest, RpcResponse } from '../jsonrpc/messages.js'
import { RpcError } from '../jsonrpc/rpc-error.js'
import { compose, isRequestMessage } from '../jsonrpc/serve.js'
import { codecOf } from '../protocol/codec-of.js'
import { EncodedResult } from '../protocol/encoded.js'
import type { Exchange, Middleware, Serve } from '../protocol/exchange.js'
import { profileOf } from '../protocol/profile.js'
import type { Home } from './home.js'
import { reportInternal } from './internal-error.js'
import type { Call } from './run-handler.js'

/** A request and what surrounds it. */
export interface Received {
  readonly message: RpcRequest
  readonly exchange: Exchange
}

/** Serves one method: gives its result in newest shape, or already encoded. */
export type Method = (params: RpcParams, call: Call) => object | Promise<object>

/** The middleware around one message only, outermost first. */
export type Around = (message: RpcRequest | RpcNotification, exchange: Exchange) => readonly Middleware[]

/**
 * From a message to its method and back: the request is decoded, the method runs, and its result or error is encoded in the
 * shape of the request's revision. Rejects only with what middleware throws.
 */
export function createRouter(methods: ReadonlyMap<string, Method>, home: Home, around: Around): Serve {
  const route: Serve = async (message, exchange) => {
    if (!isRequestMessage(message)) return undefined
    try {
      return { jsonrpc: '2.0', id: message.id, result: await answer(methods, { message, exchange }, home) }
    } catch (reason) {
      return toErrorResponse(reason, { message, exchange }, home)
    }
  }
  return (message, exchange) => {
    const middleware = around(message, exchange)
    return middleware.length === 0 ? route(message, exchange) : compose(middleware, route)(message, exchange)
  }
}

/** The error response to `message` for anything thrown while it was served. */
export function toErrorResponse(reason: unknown, { message, exchange }: Received, home: Home): RpcResponse {
  const { revision } = exchange
  const error = RpcError.is(reason)
    ? reason
    : RpcError.internal(reportInternal(home, reason, { what: message.method, signal: exchange.signal }))
  return { jsonrpc: '2.0', id: message.id, error: codecOf(revision).encodeError(error, profileOf(revision)) }
}

async function answer(
  methods: ReadonlyMap<string, Method>,
  { message, exchange }: Received,
  home: Home,
): Promise<object> {
  const { revision } = exchange
  const codec = codecOf(revision)
  const params = codec.decodeRequest(message)
  const method = methods.get(message.method)
  if (method === undefined) throw RpcError.methodNotFound(message.method)
  const result = await method(params, { message, exchange, ending: home.signal, rounds: home.rounds })
  if (result instanceof EncodedResult) return result
  return codec.encodeResult(message.method, result, { profile: profileOf(revision), serverInfo: home.info })
}
