import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { UriParams } from '../../protocol/methods/method-params.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import { findResource } from '../resources/read-resource.js'
import type { ResourceIndex } from '../resources/resource-index.js'

export interface SubscribeOptions {
  readonly index: ResourceIndex
  readonly services: { readonly limits: Limits }
}

/**
 * Subscribes a session to the changes of a resource. spec: 2025-11-25 server/resources#subscriptions
 * @throws RpcError -32602 for a value that is not a URI or when the session has too many subscriptions, -32601 where there is
 * no session, `ResourceNotFound`.
 */
export function subscribe({ index, services }: SubscribeOptions, call: HandlerRequest<UriParams>): object {
  const { limits } = services
  const { session } = call.exchange
  if (session === undefined) throw RpcError.methodNotFound(call.message.method)
  const { uri } = call.params
  findResource(index, call)
  const { subscriptions } = session
  if (subscriptions.size >= limits.subscriptions && !subscriptions.has(uri)) {
    throw RpcError.invalidParams(`At most ${limits.subscriptions} subscriptions per session`)
  }
  subscriptions.add(uri)
  return {}
}

/** Ends the subscription of a session to a resource, if it has one. */
export function unsubscribe({ params, exchange }: HandlerRequest<UriParams>): object {
  exchange.session?.subscriptions.delete(params.uri)
  return {}
}
