import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import { findResource } from '../resources/read-resource.js'
import type { ResourceIndex } from '../resources/resource-index.js'

/** What subscribing depends on. */
export interface SubscribeOptions {
  readonly index: ResourceIndex
  readonly services: { readonly limits: Limits }
}

/**
 * Notes that a session wants to hear of changes of a resource.
 *
 * spec: 2025-11-25 server/resources#subscriptions
 *
 * @throws RpcError -32602 for what is no URI or when the session has too many, -32601 where there is no session that could
 * hear of them, `ResourceNotFound`.
 */
export function subscribe({ index, services }: SubscribeOptions, params: RpcParams, call: HandlerRequest): object {
  const { limits } = services
  const { session } = call.exchange
  if (session === undefined) throw RpcError.methodNotFound(call.message.method)
  const uri = params['uri'] as string // the method's check saw to that
  findResource(index, uri, call)
  const { subscriptions } = session
  if (subscriptions.size >= limits.subscriptions && !subscriptions.has(uri)) {
    throw RpcError.invalidParams(`At most ${limits.subscriptions} subscriptions per session`)
  }
  subscriptions.add(uri)
  return {}
}

/** Notes that a session wants to hear no more. What was not subscribed to is fine too. */
export function unsubscribe(params: RpcParams, { exchange }: HandlerRequest): object {
  exchange.session?.subscriptions.delete(params['uri'] as string) // the method's check saw to that
  return {}
}
