import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import type { ListenParams, SubscriptionFilter } from '../../protocol/methods/method-params.js'
import type { ServedFilter } from '../extensions/compiled-extension.js'
import type { ExtensionRegistry } from '../extensions/extension-registry.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { ResourceIndex } from '../resources/resource-index.js'
import type { Features } from '../server-capabilities.js'
import type { ChangePublisher, ListKind } from './change-publisher.js'
import { Subscription } from './subscription.js'

/** The parts of a server that say what is subscribed to. All its subscriptions hold the same object. */
export interface ListenOptions {
  readonly services: { readonly limits: Limits }
  readonly publisher: ChangePublisher
  readonly index: ResourceIndex
  readonly extensions: ExtensionRegistry
  readonly features: Features
}

/**
 * Serves a subscription until the client or the server ends it: sends the acknowledgement, then the changes, then the
 * result if the server ended it. spec: basic/patterns/subscriptions
 * @throws RpcError -32602 for too many resources, -32603 when the server has too many subscriptions, -32021 for what an
 * extension offers that the client did not declare.
 */
export async function listen(options: ListenOptions, call: HandlerRequest<ListenParams>): Promise<object> {
  const { publisher, services } = options
  const { limits } = services
  const { message, exchange } = call
  const asked = call.params.notifications
  const wanted = asked.resourceSubscriptions?.length ?? 0
  if (wanted > limits.subscriptions)
    throw RpcError.invalidParams(`At most ${limits.subscriptions} resources per subscription`)
  if (wanted > 0) await options.index.prepare()
  const filters = options.extensions.filters(asked, exchange)
  const extended = filters.size === 0 ? noFilters : await honourExtended(filters, asked, call)
  if (publisher.subscriptions.size >= limits.subscriptions) throw RpcError.internal('Too many subscriptions')
  const filter = { ...honour(asked, options, exchange), ...Object.fromEntries(extended.values()) }
  const subscription = new Subscription({
    id: message.id,
    notify: (notification) => exchange.notify(notification),
  })
  subscription.acknowledge(filter)
  publisher.addSubscription(subscription)
  subscription.endWith(exchange)
  try {
    if (extended.size === 0) await subscription.ended
    else await deliverUntilEnd(subscription, extended, call)
  } finally {
    publisher.deleteSubscription(subscription)
  }
  return { _meta: { [metaKeys.subscriptionId]: message.id } }
}

/** The part that extensions honour: for each filter the member, and its granted value. */
type HonouredFilters = ReadonlyMap<ServedFilter, readonly [string, unknown]>

const noFilters: HonouredFilters = new Map()

async function honourExtended(
  filters: ReadonlyMap<string, ServedFilter>,
  asked: SubscriptionFilter,
  call: HandlerRequest,
): Promise<HonouredFilters> {
  const honoured = new Map<ServedFilter, readonly [string, unknown]>()
  for (const [member, filter] of filters) {
    const granted = await filter.honour(asked[member], call)
    if (granted !== undefined) honoured.set(filter, [member, granted])
  }
  return honoured
}

async function deliverUntilEnd(
  subscription: Subscription,
  extended: HonouredFilters,
  call: HandlerRequest,
): Promise<void> {
  const over = new AbortController()
  const stream = {
    signal: over.signal,
    notify: (method: string, params: RpcParams | undefined) => subscription.notify(method, params),
  }
  const deliveries = [...extended].map(([filter, [, granted]]) => filter.deliver(granted, call, stream))
  try {
    await Promise.race([subscription.ended, firstFailure(deliveries)])
  } finally {
    over.abort()
  }
}

/** Rejects when a delivery rejects; otherwise stays pending. */
async function firstFailure(deliveries: readonly Promise<void>[]): Promise<never> {
  await Promise.all(deliveries)
  return new Promise(() => {})
}

/** Gives the part of the filter that this server has and this caller may see. */
function honour(
  asked: SubscriptionFilter,
  { index, features }: ListenOptions,
  { principal }: HandlerRequest['exchange'],
): SubscriptionFilter {
  const announced = (kind: ListKind) => features[kind] && features.listChanged[kind]
  const uris = asked.resourceSubscriptions?.filter((uri) => index.find(uri, principal) !== undefined)
  return {
    ...(asked.toolsListChanged === true && announced('tools') && { toolsListChanged: true }),
    ...(asked.promptsListChanged === true && announced('prompts') && { promptsListChanged: true }),
    ...(asked.resourcesListChanged === true && announced('resources') && { resourcesListChanged: true }),
    ...(uris !== undefined && features.subscriptions && { resourceSubscriptions: uris }),
  }
}
