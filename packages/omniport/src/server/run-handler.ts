import type { RpcRequest } from '../jsonrpc/messages.js'
import type { Exchange } from '../protocol/exchange.js'
import type { Entry } from './entry.js'
import { HandlerScope } from './handler-scope.js'

/** One request for one definition. */
export interface Call {
  readonly message: RpcRequest
  readonly exchange: Exchange
  /** Aborts when the server that serves it gives up waiting for handlers at its end. */
  readonly ending: AbortSignal
}

/** Runs `fn` with the context of `entry`, and ends that context however `fn` ends. */
export async function runHandler<T>(
  { name, home }: Entry,
  call: Call,
  fn: (scope: HandlerScope) => T | Promise<T>,
): Promise<T> {
  const app = await home.context?.(call.exchange)
  const scope = new HandlerScope({ name, home, app, ...call })
  try {
    return await fn(scope)
  } finally {
    scope.finish()
  }
}
