import type { RpcRequest } from '../jsonrpc/messages.js'
import type { Exchange } from '../protocol/exchange.js'
import type { Entry } from './entry.js'
import { HandlerScope } from './handler-scope.js'

/** One request for one definition. */
export interface Call {
  readonly message: RpcRequest
  readonly exchange: Exchange
}

/** Runs `fn` with the context of `entry`, and ends that context however `fn` ends. */
export async function runHandler<T>(
  { name, home }: Entry,
  { message, exchange }: Call,
  fn: (scope: HandlerScope) => T | Promise<T>,
): Promise<T> {
  const app = await home.context?.(exchange)
  const scope = new HandlerScope({ name, home, message, exchange, app })
  try {
    return await fn(scope)
  } finally {
    scope.finish()
  }
}
