import type { RpcParams } from '../jsonrpc/messages.js'
import { RpcError } from '../jsonrpc/rpc-error.js'
import type { Limits } from '../protocol/limits.js'
import { metaKeys } from '../protocol/meta-keys.js'
import type { Announcer } from './announcer.js'
import type { ResourceIndex } from './resource-index.js'
import type { Call } from './run-handler.js'
import { Subscription, type SubscriptionFilter } from './subscription.js'

/** What listening depends on. */
export interface ListenOptions {
  readonly announcer: Announcer
  readonly index: ResourceIndex
  readonly limits: Limits
  /** The lists this server has. */
  readonly features: { readonly tools: boolean; readonly prompts: boolean; readonly resources: boolean }
}

/**
 * Serves a subscription until the client gives it up or the server ends it: acknowledges what is honoured, then sends the
 * changes, then, if the server ended it, the result.
 *
 * spec: basic/patterns/subscriptions
 *
 * @throws RpcError -32602 for too many resources, -32603 when the server has too many subscriptions.
 */
export async function listen(options: ListenOptions, params: RpcParams, { message, exchange }: Call): Promise<object> {
  const { announcer, limits } = options
  const asked = params['notifications'] as SubscriptionFilter // the method's check saw to that
  const wanted = asked.resourceSubscriptions?.length ?? 0
  if (wanted > limits.subscriptions)
    throw RpcError.invalidParams(`At most ${limits.subscriptions} resources per subscription`)
  if (announcer.subscriptions.size >= limits.subscriptions) throw RpcError.internal('Too many subscriptions')
  const filter = honour(asked, options, exchange)
  const subscription = new Subscription({ id: message.id, filter, notify: (notice) => exchange.notify(notice) })
  subscription.acknowledge()
  announcer.addSubscription(subscription)
  await endOf(subscription, exchange.signal)
  announcer.deleteSubscription(subscription)
  return { _meta: { [metaKeys.subscriptionId]: message.id } }
}

/** Of what was asked, what this server has and this caller may see. */
function honour(
  asked: SubscriptionFilter,
  { index, features }: ListenOptions,
  { principal }: Call['exchange'],
): SubscriptionFilter {
  const uris = asked.resourceSubscriptions?.filter((uri) => index.find(uri, principal) !== undefined)
  return {
    ...(asked.toolsListChanged === true && features.tools && { toolsListChanged: true }),
    ...(asked.promptsListChanged === true && features.prompts && { promptsListChanged: true }),
    ...(asked.resourcesListChanged === true && features.resources && { resourcesListChanged: true }),
    ...(uris !== undefined && features.resources && { resourceSubscriptions: uris }),
  }
}

/** Resolves when either side ends the subscription; if it was the client, nobody is told the result. */
async function endOf(subscription: Subscription, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    void subscription.ended.then(resolve)
  })
}
