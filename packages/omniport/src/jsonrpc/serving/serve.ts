import type { MaybePromise } from '../../async/maybe-promise.js'
import type { RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../messages/messages.js'

/**
 * Answers one message. A request gets exactly one response; a notification gets `undefined`. `exchange` is the context of
 * the message. A rejection becomes an error response; see `RpcError.from`.
 */
export type Serve<X> = (message: RpcRequest | RpcNotification, exchange: X) => Promise<RpcResponse | undefined>

/** A `Serve` that answers at once where it can, and may throw at once too. */
export type DirectServe<X> = (
  message: RpcRequest | RpcNotification,
  exchange: X,
) => MaybePromise<RpcResponse | undefined>

/** A function around a `Serve`: it may inspect or change the message, answer it, or pass it on. */
export type Middleware<X> = (next: Serve<X>) => Serve<X>

/** Wraps `serve` in `middleware`; the first is the outermost. */
export function compose<X>(middleware: readonly Middleware<X>[], serve: Serve<X>): Serve<X> {
  return middleware.reduceRight((next, wrap) => wrap(next), serve)
}

/** Tells a request, which expects an answer, from other messages. */
export function isRequestMessage(message: RpcMessage): message is RpcRequest {
  return 'method' in message && (message as { id?: unknown }).id !== undefined
}
